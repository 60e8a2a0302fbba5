import { expect, it } from "vitest";
import { NO_ADDRESS } from "../../shared/address.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../shared/answer-script.ts";
import { createDiagnoses, type DiagnosisDependencies } from "./index.ts";

const AT = 1_795_000_000_000_000;
const LIMIT = 30_000_000;

/** A simulation whose webhook came to `/hooks` six times, the last time after the time for it. */
function diagnosesOf(arrives: boolean) {
  const summary = {
    id: 41,
    startedAt: AT,
    deadline: AT + LIMIT,
    verdict: { code: "missing" },
    call: "accepted",
    counts: {},
  };
  const strays = [1, 2, 3, 4, 5, 40].map((seconds, index) => ({
    kind: "delivery",
    id: 50 + index,
    at: AT + seconds * 1_000_000,
    method: "POST",
    path: "/hooks",
    onPath: false,
    completeness: "whole",
    status: 404,
    profile: { id: "acme" },
    tie: { runId: 41, role: "astray" },
  }));
  const profile = {
    id: "acme",
    mode: "test",
    baseUrl: "https://api.acme.example",
    dashboardUrl: "https://acme.example/in/hooks",
    relayOnly: false,
    signature: null,
    answerScript: DEFAULT_ANSWER_SCRIPT,
  };
  return createDiagnoses({
    journal: {
      page: ({ filter }: { filter: string }) =>
        Promise.resolve({ events: filter === "" ? strays : [], moreBefore: false }),
      detail: (id: number) => Promise.resolve({ kind: "delivery", summary: strays.find((each) => each.id === id) }),
    },
    run: () =>
      Promise.resolve({ summary, alsoFits: [], ties: strays.map(({ id }) => ({ deliveryId: id, role: "astray" })) }),
    listener: () => ({
      state: "listening",
      problem: null,
      url: "http://127.0.0.1:8787/webhooks",
      settings: { path: "/webhooks" },
    }),
    profile: () => profile,
    selectedProfile: () => profile,
    publicAddress: () => NO_ADDRESS,
    inboxes: () => [],
    proofs: {
      prove: (address: string) =>
        Promise.resolve({
          address,
          at: AT,
          arrived: { after: 3_000, path: arrives ? "/webhooks" : "/else", onPath: arrives },
          answer: { kind: "ours" },
        }),
    },
    now: () => AT + 2 * LIMIT,
  } as unknown as DiagnosisDependencies);
}

it("counts what was sent again after the time of the simulation, too", async () => {
  const { checks } = await diagnosesOf(true).check(41);
  expect(checks.find(({ code }) => code === "elsewhere")?.sentence).toMatch(/^6 requests came to another path/);
});

it("says of an address that it proposes what a test of it has shown, and leaves the one on the dashboard", async () => {
  const elsewhere = async (arrives: boolean) => {
    const diagnoses = diagnosesOf(arrives);
    const before = (await diagnoses.check(41)).checks.find(({ code }) => code === "elsewhere");
    expect(before).toMatchObject({ addressToSet: "https://acme.example/in/webhooks", addressUntried: true });
    const { checks, address } = await diagnoses.prove(41, before?.addressToSet);
    expect(address).toBe("https://acme.example/in/hooks");
    return checks.find(({ code }) => code === "elsewhere");
  };
  const right = await elsewhere(true);
  expect(right).toMatchObject({ addressTested: { state: "fine" } });
  expect(right?.sentence).not.toContain("Nothing has come through");
  expect(right).not.toHaveProperty("addressUntried");
  expect(await elsewhere(false)).toMatchObject({ addressUntried: true, addressTested: { state: "problem" } });
});
