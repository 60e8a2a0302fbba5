import { expect, test } from "vitest";
import { createFakeBridge } from "../../../../../tests/fakes/bridge.ts";
import type { Bridge } from "../../../../shared/contract.ts";
import { fetchLogo } from "./logo-image.ts";

/** A bridge that answers for logos as it is told, and what it was asked for. */
function counting(answer: (url: string) => ReturnType<Bridge["logos"]["fetch"]>) {
  const asked: string[] = [];
  const { bridge } = createFakeBridge();
  const logos: Bridge["logos"] = {
    ...bridge.logos,
    fetch: (input) => {
      asked.push(input.url);
      return answer(input.url);
    },
  };
  return { bridge: { ...bridge, logos }, asked };
}

const logo = async (url: string) => ({ ok: true, value: { dataUrl: `data:image/png;base64,${url}` } }) as const;

test("of the logos that were looked at the last thirty are kept, and the one not looked at for longest goes first", async () => {
  const { bridge, asked } = counting(logo);
  const look = (number: number) => fetchLogo(bridge, `https://a.example/${number}`, "p1");
  for (let number = 0; number < 30; number += 1) await look(number);
  // Looked at again, the first one is the newest.
  await look(0);
  await look(30);
  expect(asked).toHaveLength(31);
  for (const number of [0, 2, 29, 30]) await look(number);
  expect(asked).toHaveLength(31);
  await look(1);
  expect(asked.slice(31)).toEqual(["https://a.example/1"]);
});

test("one that could not be had is asked for again, and each profile asks for itself", async () => {
  const { bridge, asked } = counting(async () => ({ ok: false, code: "logo-unavailable", message: "No." }) as const);
  await fetchLogo(bridge, "https://a.example/x", "p1");
  await fetchLogo(bridge, "https://a.example/x", "p1");
  expect(asked).toHaveLength(2);
  const second = counting(logo);
  await fetchLogo(second.bridge, "https://a.example/x", "p1");
  await fetchLogo(second.bridge, "https://a.example/x", "p2");
  await fetchLogo(second.bridge, "https://a.example/x", "p2");
  expect(second.asked).toHaveLength(2);
});
