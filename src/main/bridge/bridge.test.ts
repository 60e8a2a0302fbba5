import { describe, expect, test } from "vitest";
import { DEFAULT_ANSWER_SCRIPT } from "../../shared/answer-script.ts";
import type { Handlers } from "../../shared/contract.ts";
import { contractNames } from "../../shared/contract-names.ts";
import { parseFilter } from "../../shared/filter/index.ts";
import { Refusal } from "../refusal.ts";
import { createBridge } from "./index.ts";

type Overrides = { readonly [G in keyof Handlers]?: Partial<Handlers[G]> };

/** A handler for every entry of the contract; those a test does not name must not be reached. */
function handlersWith(overrides: Overrides): Handlers {
  const unexpected = () => {
    throw new Error("This handler was not expected to be called.");
  };
  return Object.fromEntries(
    Object.entries(contractNames.groups).map(([group, methods]) => [
      group,
      {
        ...Object.fromEntries(methods.map((method) => [method, unexpected])),
        ...overrides[group as keyof Handlers],
      },
    ]),
  ) as unknown as Handlers;
}

function bridgeWith(overrides: Overrides) {
  const logged: { message: string; error: unknown }[] = [];
  const call = createBridge({
    handlers: handlersWith(overrides),
    log: (message, error) => logged.push({ message, error }),
  });
  return { call, logged };
}

describe("a call from the window", () => {
  test("has a filter of so many characters and of none more, whatever they are", async () => {
    const { call } = bridgeWith({
      journal: {
        page: ({ filter }) => {
          parseFilter(filter);
          return { events: [], moreBefore: false, moreAfter: false };
        },
      },
    });
    for (const character of ["x", '"', "\\", "(", "-", ":", " a:", "é", "\ud83d"]) {
      const filter = character.repeat(2_000).slice(0, 2_000);
      expect(await call("journal", "page", { limit: 1, filter })).toMatchObject({ ok: true });
      expect(await call("journal", "page", { limit: 1, filter: `${filter}x` })).toMatchObject({ ok: false });
    }
  });

  test("reaches its handler parsed, and its answer comes back", async () => {
    const seen: unknown[] = [];
    const { call } = bridgeWith({
      profiles: {
        create: ({ draft }) => {
          seen.push(draft.name);
          return { profile: { id: "p1", ...draft }, secrets: {} };
        },
      },
    });
    const draft = {
      name: "  Acme  ",
      mode: "test",
      baseUrl: "https://api.example.com",
      authentication: { scheme: "none" },
      extraHeaders: [],
      timeouts: { connectMs: 1_000, totalMs: 2_000 },
      unitsPerCurrency: null,
      answerScript: DEFAULT_ANSWER_SCRIPT,
      readings: [],
    };
    const result = await call("profiles", "create", { draft, stray: "dropped" });
    expect(seen).toEqual(["Acme"]);
    expect(result).toMatchObject({ ok: true, value: { profile: { id: "p1", name: "Acme" } } });
  });

  test("comes back as a refusal with code and sentence when the handler refuses", async () => {
    const { call, logged } = bridgeWith({
      calls: {
        cancel: async () => {
          throw new Refusal("not-running", "This call has ended already.");
        },
      },
    });
    expect(await call("calls", "cancel", { requestId: "r1" })).toEqual({
      ok: false,
      code: "not-running",
      message: "This call has ended already.",
    });
    expect(logged).toEqual([]);
  });

  test.each([
    ["an Error", new Error("SQLITE_CORRUPT at /home/ada/journal.db")],
    ["a string", "key=sk_live_1"],
    ["nothing", undefined],
  ])("is told no details when the handler fails with %s; the log is, without the input", async (_name, failure) => {
    const { call, logged } = bridgeWith({
      profiles: {
        setSecret: () => {
          throw failure;
        },
      },
    });
    const result = await call("profiles", "setSecret", { id: "p1", slot: "authentication", value: "sk_live_1" });
    expect(result).toMatchObject({ ok: false, code: "internal" });
    expect(JSON.stringify(result)).not.toMatch(/sk_live_1|SQLITE|ada/);
    expect(logged).toEqual([{ message: "The call profiles.setSecret failed.", error: failure }]);
  });
});

describe("names that are no entries", () => {
  const hostile: readonly (readonly [unknown, unknown])[] = [
    ["__proto__", "toString"],
    ["constructor", "constructor"],
    ["app", "__proto__"],
    ["app", "constructor"],
    ["app", "hasOwnProperty"],
    ["toString", "call"],
    ["app", "inf"],
    ["App", "info"],
    ["", ""],
    [null, "info"],
    [["app"], "info"],
    ["app", { toString: () => "info" }],
    [Symbol("app"), "info"],
  ];

  test.each(hostile)("%s . %s is refused", async (group, method) => {
    const { call, logged } = bridgeWith({});
    const result = await call(group as string, method as string, null);
    expect(result).toMatchObject({ ok: false, code: "unknown-call" });
    expect(logged).toEqual([]);
  });
});

describe("input that is not what the contract says", () => {
  const { call } = bridgeWith({});
  const timeouts = { connectMs: 1_000, totalMs: 2_000 };
  const draft = {
    name: "Acme",
    mode: "test",
    baseUrl: "https://api.example.com",
    authentication: { scheme: "none" },
    extraHeaders: [],
    timeouts,
    unitsPerCurrency: null,
    answerScript: DEFAULT_ANSWER_SCRIPT,
    readings: [],
  };
  const credit = { amount: "1", currency: "NGN", userReference: "ada" };
  const send = (action: unknown) => ({ requestId: "r", profileId: "p", action });

  test.each([
    ["profiles", "select", { id: 7 }, "“ID”: This must be text, not a number."],
    ["profiles", "select", {}, "“ID”: This is missing."],
    ["profiles", "select", "p1", "“Request”: This must be an object, not text."],
    ["app", "info", {}, "“Request”: This must be nothing, not an object."],
    [
      "profiles",
      "create",
      { draft: { ...draft, timeouts: { ...timeouts, connectMs: 5 } } },
      "“Connect milliseconds”: At least 100 ms.",
    ],
    ["profiles", "create", { draft: { ...draft, name: " " } }, "“Name”: Give the profile a name."],
    [
      "profiles",
      "create",
      { draft: { ...draft, mode: "LIVE" } },
      '“Mode”: This must be "sandbox" or "test" or "live" or "unset".',
    ],
    ["profiles", "create", { draft: { ...draft, baseUrl: "ftp://x" } }, "“Base URL”: The address has to start with"],
    ["journal", "page", { limit: 501, filter: "" }, "“Limit”: This must be at most 500."],
    ["journal", "page", { limit: 1.5, filter: "" }, "“Limit”: This must be a whole number, not a number."],
    ["journal", "page", { limit: 10, filter: "", after: 2 ** 60 }, "“After”: This must be"],
    ["profiles", "exportText", { ids: [] }, "“IDs”: This must have at least 1 entry."],
    ["profiles", "exportText", { ids: ["a", null] }, "“IDs”: This must be text, not nothing."],
    ["preferences", "set", { columns: [1, 2] }, "“Columns"],
    [
      "calls",
      "send",
      send({ operation: "credit", body: { ...credit, amount: 5 } }),
      "“Amount”: This must be text, not a number.",
    ],
    ["calls", "send", send({ operation: "credit", body: 5 }), "“Body”: This has none of the forms"],
    ["calls", "send", send({ operation: "refund" }), "“Operation”"],
  ])("%s.%s is refused by naming the field", async (group, method, input, sentence) => {
    const result = await call(group, method, input);
    expect(result).toMatchObject({ ok: false, code: "invalid-input" });
    expect(result.ok ? "" : result.message).toContain(sentence);
  });

  test("never repeats a value", async () => {
    const result = await call("profiles", "setSecret", { id: "p", slot: "sk_live_1", value: ["sk_live_2"] });
    expect(result).toMatchObject({ ok: false, code: "invalid-input" });
    expect(JSON.stringify(result)).not.toContain("sk_live");
  });

  test("counts what it does not spell out", async () => {
    const result = await call("profiles", "exportText", { ids: [1, 2, 3, 4, 5, 6] });
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringMatching(/“IDs”.* There are 3 more problems\.$/),
    });
  });
});
