import { describe, expect, it, test } from "vitest";
import type { Attempt, AttemptSeries } from "../../shared/attempts.ts";
import { attemptsSentence } from "./explain-attempts.ts";

function series(
  gaps: readonly number[],
  statuses: readonly (number | null)[],
  change: Partial<Attempt> = {},
): AttemptSeries {
  let at = 1_000_000;
  const attempts = statuses.map((status, place): Attempt => {
    const gap = place === 0 ? null : Math.round((gaps[place - 1] ?? 0) * 1_000_000);
    at += gap ?? 0;
    return {
      id: place + 1,
      at,
      gap,
      status,
      answerState: status === null ? "withheld" : "sent",
      duration: 1_000,
      sameBytes: true,
      changedHeaders: [],
      signature: "same",
      ...(place === 0 ? {} : change),
    };
  });
  return { attempts, more: 0, by: "bytes", complete: true };
}

describe("what the sender did next, in words", () => {
  test.each<[AttemptSeries, string]>([
    [series([], [200]), "Sent once; nothing more came after our 200."],
    [series([], [500]), "Sent once so far; it has not been sent again."],
    [
      series([2.003, 4.01, 8.1], [500, null, 500, 200], { signature: "changed" }),
      "Sent again 3 times, after 2.0 s, 4.0 s and 8.1 s (doubling); the body stayed the same, the signature changed; it stopped after our 200.",
    ],
    [
      series([2.01, 1.99], [500, 503, 200]),
      "Sent again 2 times, after 2.0 s and 2.0 s (always the same); body and signature stayed the same; it stopped after our 200.",
    ],
    [
      series([1.1, 2.0], [500, 500, 200]),
      "Sent again 2 times, after 1.1 s and 2.0 s (longer each time); body and signature stayed the same; it stopped after our 200.",
    ],
    [
      series([0.1], [200, 200]),
      "Sent again 1 time, after 0.1 s; body and signature stayed the same; it went on after our 200, 1 more time.",
    ],
    [
      series([1, 3, 4, 9], [500, 500, 500, 500, 500], { sameBytes: false, signature: "none" }),
      "Sent again 4 times, after 1.0 s, 3.0 s, 4.0 s and 9.0 s (longer each time); the body changed; none of them got a 2xx from us.",
    ],
    [
      series([300, 300, 300, 300, 300, 300, 300], [500, 500, 500, 500, 500, 500, 500, 200]),
      "Sent again 7 times, after 5 min 00 s, 5 min 00 s, 5 min 00 s, 5 min 00 s, 5 min 00 s, … and at last 5 min 00 s (always the same); body and signature stayed the same; it stopped after our 200.",
    ],
  ])("%#", (given, sentence) => {
    expect(attemptsSentence(given, "own")).toBe(sentence);
  });

  it("claims nothing of what a file does not have", () => {
    const of = (statuses: readonly (number | null)[]) =>
      attemptsSentence(
        series(
          statuses.slice(1).map(() => 2),
          statuses,
        ),
        "opened",
      );
    expect(of([200])).toBe("The file has one time that it was sent. Others may not be in this file.");
    expect(of([500])).toBe(of([200]));
    expect(of([500, 200])).toMatch(/; in the file nothing comes after our 200\. Others may not be in this file\.$/);
  });

  it("does not take a 200 that the sender never saw for an acceptance", () => {
    const [first, second] = series([2], [200, 200]).attempts;
    if (first === undefined || second === undefined) throw new Error("two were made");
    const attempts = [{ ...first, answerState: "failed" as const }, second];
    expect(attemptsSentence({ attempts, more: 0, by: "bytes", complete: true }, "own")).toMatch(
      /it stopped after our 200\.$/,
    );
  });
});
