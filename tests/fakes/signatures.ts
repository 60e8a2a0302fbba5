import type { Handlers } from "../../src/shared/contract.ts";
import type { ProfileView } from "../../src/shared/profile.ts";
import type { SignatureCheck } from "../../src/shared/signature-check.ts";
import type { DoctorReport } from "../../src/shared/signature-doctor.ts";
import { type FakeJournal, toBase64 } from "./journal.ts";
import { FakeRefusal } from "./refusal.ts";

/** How the fake doctor ends; `never`: it searches until it is cancelled. */
export type FakeReport = DoctorReport | "never";

export const SLASHES: DoctorReport = {
  result: "found",
  changes: [{ change: "json", how: "slashes-escaped" }],
  fix: null,
};

/** Checks nothing: it says what it was told to. */
export function createFakeSignatures(
  journal: FakeJournal,
  report: FakeReport,
  now: () => number,
  profile: () => ProfileView,
): Handlers["signatures"] {
  const cancels = new Map<string, () => void>();

  function checkOf(id: number): SignatureCheck {
    const { detail } = journal.find(id);
    if (detail.kind !== "delivery" || detail.signature === undefined)
      throw new FakeRefusal("no-signature-check", "The signature of this delivery was not checked.");
    return detail.signature;
  }

  return {
    readExample: ({ of }) =>
      "text" in of && !/[0-9a-f]{40}/.test(of.text)
        ? null
        : {
            header: "X-Nimbus-Proof",
            prefix: "s=",
            separator: ",",
            encoding: "hex",
            bytes: 32,
            algorithm: "sha256",
            timestamp: { from: "part", prefix: "t=" },
            timestampUnit: "milliseconds",
          },
    comparison({ id }) {
      const { settings } = checkOf(id);
      const { detail, requestBody = "" } = journal.find(id);
      if (settings.kind === "static" || detail.kind !== "delivery")
        return { received: null, content: null, timestamp: null };
      const values = detail.request.headers
        .filter(([name]) => name.toLowerCase() === settings.header.toLowerCase())
        .map(([, value]) => value);
      const timed = settings.timestamp !== null;
      return {
        received: values,
        content: {
          start: toBase64((timed ? "1763651000." : "") + requestBody.slice(0, 4_096)),
          size: requestBody.length + (timed ? 11 : 0),
        },
        timestamp: timed ? { text: "1763651000", at: 1_763_651_000_000_000, ageSeconds: 432 } : null,
      };
    },
    checkAgain({ id }) {
      const event = journal.find(id);
      const check: SignatureCheck = {
        ...checkOf(id),
        result: { state: "valid", secret: "Key of the calls" },
        checkedAgain: now(),
      };
      if (event.detail.kind === "delivery")
        journal.amend(id, {
          ...event,
          detail: { ...event.detail, signature: check, summary: { ...event.detail.summary, signature: "valid" } },
        });
      return check;
    },
    async examine({ requestId }) {
      if (report !== "never") return report;
      await new Promise<void>((resolve) => cancels.set(requestId, resolve));
      throw new FakeRefusal("cancelled", "The search was cancelled.");
    },
    cancelExamination({ requestId }) {
      cancels.get(requestId)?.();
      return null;
    },
    applyFix: profile,
    undoFix: profile,
  };
}
