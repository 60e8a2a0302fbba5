import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Bridge, contract, pushes } from "../../src/shared/contract.ts";
import { buildPreload, runPreload, sandboxProblems } from "../preload-check.ts";

let source = "";
beforeAll(async () => {
  source = await buildPreload(resolve(import.meta.dirname, "../.."));
}, 60_000);

function run(answer: () => Promise<unknown> = async () => ({ ok: true, value: null })) {
  const preload = runPreload(source, answer);
  return { ...preload, linkdesk: preload.exposed["linkdesk"] as Bridge };
}

/** Everything that can be reached from a value, with the way to it. */
function reachable(value: unknown, path: string): readonly (readonly [string, object])[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, each]) => reachable(each, `${path}.${name}`));
  return [[path, value], ...inside];
}

describe("the built preload", () => {
  test("needs nothing that Electron's sandbox does not offer", () => {
    expect(sandboxProblems(source)).toEqual([]);
  });

  test("carries no schema: it is small enough to be read at every load", () => {
    expect(source.length).toBeLessThan(8_000);
  });

  test("exposes one object with exactly the contract's groups and methods", () => {
    const { exposed, linkdesk } = run();
    expect(Object.keys(exposed)).toEqual(["linkdesk"]);
    const { on, ...groups } = linkdesk;
    expect(on).toBeTypeOf("function");
    const names = Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, Object.keys(group)]));
    expect(names).toEqual(
      Object.fromEntries(Object.entries(contract).map(([name, group]) => [name, Object.keys(group)])),
    );
  });

  test("lets nothing of it be changed or added", () => {
    const parts = reachable(run().linkdesk, "linkdesk");
    expect(parts.length).toBeGreaterThan(Object.keys(contract).length);
    expect(parts.filter(([, part]) => !Object.isFrozen(part)).map(([path]) => path)).toEqual([]);
  });

  test("turns each function into one call with its own names, whatever is passed", async () => {
    const { linkdesk, invoked } = run();
    await linkdesk.journal.detail({ id: 7 });
    const detail = linkdesk.journal.detail as (...parameters: unknown[]) => Promise<unknown>;
    await detail.call({ group: "app" }, { id: 8 }, "profiles", "setSecret");
    expect(invoked).toEqual([
      ["linkdesk:call", "journal", "detail", { id: 7 }],
      ["linkdesk:call", "journal", "detail", { id: 8 }],
    ]);
  });

  test("answers with a refusal when a call cannot be carried", async () => {
    const { linkdesk } = run(() => Promise.reject(new Error("An object could not be cloned.")));
    expect(await linkdesk.app.info(null)).toEqual({ ok: false, code: "unreachable", message: expect.any(String) });
  });

  test("takes listeners for the contract's pushes and for no other name", () => {
    const { linkdesk } = run();
    for (const name of Object.keys(pushes)) expect(() => linkdesk.on(name as "app.command", () => {})).not.toThrow();
    for (const name of ["linkdesk:push", "__proto__", "constructor", "", "app.commands"])
      expect(() => linkdesk.on(name as "app.command", () => {})).toThrow("A known push name");
    expect(() => linkdesk.on("app.command", "alert(1)" as never)).toThrow("a function");
  });

  test("hands a push to its listeners, in order, until they stop", () => {
    const { linkdesk, send } = run();
    const seen: unknown[] = [];
    const listener = (push: unknown): void => {
      seen.push(push);
    };
    const stopFirst = linkdesk.on("app.command", listener);
    linkdesk.on("app.command", listener);
    linkdesk.on("preferences.changed", () => seen.push("another push"));
    send("linkdesk:push", "app.command", { command: "about" });
    expect(seen).toEqual([{ command: "about" }, { command: "about" }]);
    stopFirst();
    stopFirst();
    send("linkdesk:push", "app.command", { command: "palette" });
    send("linkdesk:push", "no.such.push", {});
    expect(seen.slice(2)).toEqual([{ command: "palette" }]);
  });
});

test("the check itself sees what would fail in the sandbox", () => {
  expect(sandboxProblems('const z = require("zod"); require("electron"); require("node:url");')).toEqual([
    'require("zod") fails in a sandboxed preload',
  ]);
  expect(sandboxProblems('const fs = require("f" + "s")')).toHaveLength(1);
  expect(sandboxProblems('import { ipcRenderer } from "electron"')).not.toEqual([]);
  expect(sandboxProblems('await import("./chunk.mjs")')).not.toEqual([]);
});
