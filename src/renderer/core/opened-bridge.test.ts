import { expect, test } from "vitest";
import type { Bridge } from "../../shared/contract.ts";
import { contract } from "../../shared/contract.ts";
import { openedBridge } from "./opened-bridge.ts";

/** What is about a log and may be asked of an opened one. */
const ASKED = new Set(
  "journal.page journal.cancelSearch journal.detail journal.body journal.decodedBody journal.tags journal.stats journal.status runs.get attempts.of readings.of".split(
    " ",
  ),
);
/** What is about one log, whichever is shown. */
const ABOUT_A_LOG = ["journal", "runs", "attempts", "readings", "calls", "replay", "signatures", "diagnosis", "logos"];

/** Every entry of the contract, and what was asked of the real bridge. */
function recordingBridge() {
  const asked: string[] = [];
  const groups = Object.entries(contract).map(([group, entries]) => [
    group,
    Object.fromEntries(
      Object.keys(entries).map((name) => [
        name,
        async (input: unknown) => {
          asked.push(`${group}.${name}`);
          return { ok: true, value: input };
        },
      ]),
    ),
  ]);
  const bridge = { ...Object.fromEntries(groups), on: () => () => undefined } as unknown as Bridge;
  return { asked, bridge };
}

type AnyBridge = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>;

test("of the whole contract nothing that changes or sends reaches one's own log from an opened file", async () => {
  const { asked, bridge } = recordingBridge();
  const other = openedBridge(bridge) as unknown as AnyBridge;
  for (const [group, entries] of Object.entries(contract)) {
    for (const name of Object.keys(entries)) {
      asked.length = 0;
      const answer = await other[group]?.[name]?.({ id: 1 });
      const full = `${group}.${name}`;
      if (!ABOUT_A_LOG.includes(group)) {
        expect([full, asked]).toEqual([full, [full]]);
        continue;
      }
      if (ASKED.has(full)) {
        expect([full, asked.length, asked.every((each) => each.startsWith("opened."))]).toEqual([full, 1, true]);
        continue;
      }
      expect([full, asked]).toEqual([full, []]);
      expect(answer).toEqual({
        ok: false,
        code: "read-only",
        message: "This is an opened file: it can be looked at, and not changed.",
      });
    }
  }
});

test("what is exported from it is looked for in the opened log", async () => {
  const { bridge } = recordingBridge();
  const request = { requestId: "look", scope: { of: "run", id: 1 }, log: "own" } as const;
  expect(await openedBridge(bridge).evidence.prepare(request)).toMatchObject({ value: { log: "opened" } });
});
