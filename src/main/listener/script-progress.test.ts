import { describe, expect, test } from "vitest";
import { openListener, post } from "../../../tests/hostile/open-listener.ts";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import { type ProgressStore, readProgress } from "./script-progress.ts";

const FAIL = { ...PLAIN_ANSWER, status: 500 };
const TWICE = sequenceOf(FAIL, { ...FAIL, status: 503 }, PLAIN_ANSWER);

/** What a file would hold between two starts of the program. */
function keeping(): ProgressStore & { readonly text: () => string } {
  let text = "{}";
  return {
    text: () => text,
    get: () => JSON.parse(text),
    put: (progress) => (text = JSON.stringify(progress)),
  };
}

/** One life of the program: sends each body in turn, ends, and says what was answered. */
async function life(progress: ProgressStore, script: AnswerScript, bodies: readonly string[], restart = false) {
  const opened = await openListener({ progress });
  opened.runScript(script);
  const found: number[] = [];
  for (const body of bodies) {
    const wire = await opened.wire();
    await wire.write(post(body));
    found.push((await wire.answer()).status);
    wire.close();
  }
  if (restart) opened.listener.restartScript();
  await opened.listener.close();
  return found;
}

describe("a script after the program was ended and started again", () => {
  test("goes on with each webhook where it was, by its bytes or the id within", async () => {
    const progress = keeping();
    const payload = (at: number) => JSON.stringify({ transaction: { id: "trx_0001", amount: 5, sent_at: at } });
    expect(await life(progress, TWICE, ["a", "b", "a", payload(1)])).toEqual([500, 500, 503, 500]);
    expect(await life(progress, TWICE, ["a", "b", "new", payload(2)])).toEqual([200, 503, 500, 503]);
    expect(await life(progress, TWICE, ["b", payload(3)])).toEqual([200, 200]);
    // Digests and numbers: nothing of what came stands in the file.
    expect(progress.text()).not.toContain("trx_0001");
  });

  test("counts deliveries on, and throws the same dice", async () => {
    const counted = { ...TWICE, per: "delivery", atEnd: "again" } as const;
    const progress = keeping();
    expect(await life(progress, counted, ["a", "a"])).toEqual([500, 503]);
    expect(await life(progress, counted, ["a", "a"])).toEqual([200, 500]);
    const dice = {
      order: "chance",
      percent: 50,
      seed: 7,
      failing: FAIL,
      otherwise: PLAIN_ANSWER,
      scope: "path",
    } as const;
    const whole = await life(keeping(), dice, Array(10).fill("x"));
    const parts = keeping();
    expect([
      ...(await life(parts, dice, Array(4).fill("x"))),
      ...(await life(parts, dice, Array(6).fill("x"))),
    ]).toEqual(whole);
  });

  test("begins anew where it is another script, or was begun again", async () => {
    const progress = keeping();
    expect(await life(progress, TWICE, ["a"])).toEqual([500]);
    expect(await life(progress, sequenceOf(FAIL, PLAIN_ANSWER), ["a"], true)).toEqual([500]);
    expect(await life(progress, sequenceOf(FAIL, PLAIN_ANSWER), ["a"])).toEqual([500]);
  });

  test("begins anew where what was kept is not understood", async () => {
    const good = { script: "x", decided: 1, webhooks: [] };
    expect([...readProgress({ good, bad: { ...good, decided: -1 }, worse: 7 }).keys()]).toEqual(["good"]);
    for (const kept of [undefined, null, "x", [], { p: { webhooks: "no" } }]) expect(readProgress(kept).size).toBe(0);
  });
});
