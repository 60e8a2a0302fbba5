import type { Handlers, PlaybookRunning } from "../../src/shared/contract.ts";
import { type Playbook } from "../../src/shared/playbook.ts";
import { briefOf, type PlaybookResult, type ResultLine } from "../../src/shared/playbook-result.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

export const SAMPLE_PLAYBOOK: Playbook = {
  format: "linkdesk-playbook",
  version: 1,
  name: "Top up and check",
  about: "",
  parameters: [
    { name: "amount", default: "50000" },
    { name: "user", default: "ref_ada" },
  ],
  steps: [
    {
      does: "call",
      id: "step-1",
      off: false,
      action: { operation: "credit", body: { amount: "{amount}", currency: "NGN", userReference: "{user}" } },
      expect: [
        { about: "outcome", is: "success" },
        { about: "webhooks", how: "exactly", count: 1, withinMs: 5_000 },
        { about: "said", value: "amount", check: { is: "equals", value: "{amount}" } },
      ],
    },
    { does: "wait", id: "step-2", off: false, ms: 2_000 },
    {
      does: "call",
      id: "step-3",
      off: false,
      action: { operation: "link", linkId: "lnk_ada_kwame" },
      expect: [{ about: "answer", path: "link.user.name", check: { is: "equals", value: "Ada" } }],
    },
  ],
};

/** One of those that come with Linkdesk: the sandbox is told how to behave. */
const EXAMPLE: Playbook = {
  ...SAMPLE_PLAYBOOK,
  name: "A credit arrives",
  steps: [
    { does: "sandbox", id: "behave", off: false, answerFault: "none", webhookFault: "none" },
    ...SAMPLE_PLAYBOOK.steps,
  ],
};

const line = (
  state: ResultLine["state"],
  expected: string,
  got: string | null,
  because: string | null,
  where: string | null = null,
): ResultLine => ({
  state,
  expected,
  got,
  where,
  eventId: 1,
  because,
});

const EARLIER = "result-0";

/** A result in which every state of a line is seen. */
export function sampleResult(playbookId: string, id = "result-1"): PlaybookResult {
  // The one of the day before, when the amount was right.
  const isEarlier = id === EARLIER;
  return {
    head: {
      id,
      playbookId,
      playbook: SAMPLE_PLAYBOOK,
      profile: { id: "sandbox", name: "Sandbox", mode: "sandbox" },
      startedAt: 1_795_000_000_000_000 - (isEarlier ? 86_400_000_000 : 0),
      rows: [{ amount: "50000", user: "ref_ada" }],
    },
    steps: [
      {
        row: 0,
        stepId: "step-1",
        says: "Simulate a credit of 50 000 NGN to ref_ada",
        lines: [
          line("passed", "the call succeeds", "Test complete", null),
          line(
            "unsure",
            "exactly 1 webhook within 5.00 s",
            "1 webhook",
            "A webhook came that may belong to this step or not.",
          ),
          isEarlier
            ? line("passed", "the amount in the webhook is 50\u202f000", "50\u202f000", null, "transaction.amount")
            : line(
                "failed",
                "the amount in the webhook is 50\u202f000",
                "50\u202f001",
                "It is another value.",
                "transaction.amount",
              ),
        ],
        at: 1_795_000_000_000_000,
        ms: 5_310,
        callId: isEarlier ? 2 : 1,
        deliveryIds: [],
        note: null,
        amended: true,
      },
      {
        row: 0,
        stepId: "step-3",
        says: "Look up link lnk_ada_kwame",
        lines: [line("could-not-run", "link.user.name of the answer is “Ada”", null, "The connection was refused.")],
        at: 1_795_000_007_000_000,
        ms: 40,
        callId: 1,
        deliveryIds: [],
        note: null,
        amended: false,
      },
    ],
    end: { how: "finished", at: 1_795_000_008_000_000 },
  };
}

/** A run in its last of so many rows of data, of which one has failed. */
export function sampleOfRows(count: number): PlaybookRunning {
  const { result } = sampleRunning("running");
  const step = (row: number): PlaybookResult["steps"][number] => ({
    row,
    stepId: "step-3",
    says: `Look up link lnk_${row + 1}`,
    lines: [
      row === count - 2
        ? line("failed", "the status is 200", "404", "The answer has another status.", "status")
        : line("passed", "the status is 200", "200", null, "status"),
    ],
    at: 1_795_000_000_000_000,
    ms: 12,
    callId: 1,
    deliveryIds: [],
    note: null,
    amended: false,
  });
  const rows = Array.from({ length: count }, (_, row) => ({ amount: String(row), user: "ref_ada" }));
  const whole = { head: { ...result.head, rows }, steps: rows.map((_, row) => step(row)), end: null };
  return { result: whole, now: { row: count - 1, stepId: "step-3" }, state: "running", question: null };
}

/** Keeps playbooks in memory; a run of one is over at once, with the result of the sample. */
export function createFakePlaybooks(push: PushOut): Handlers["playbooks"] {
  const kept = new Map<string, Playbook>([["own-1", SAMPLE_PLAYBOOK]]);
  const results = new Map<string, PlaybookResult>([["own-1", sampleResult("own-1")]]);
  let running: PlaybookRunning | null = null;
  const find = (id: string): Playbook => {
    const found = kept.get(id) ?? (id === "example-1" ? EXAMPLE : undefined);
    if (found === undefined) throw new FakeRefusal("no-playbook", "This playbook is not there any more.");
    return found;
  };
  const resultOf = (id: string): PlaybookResult => results.get(id) ?? sampleResult(id);
  return {
    list: () => ({
      playbooks: [
        ...[...kept].map(([id, playbook]) => {
          const last = results.get(id);
          return { id, playbook, example: false, last: last === undefined ? null : briefOf(last) };
        }),
        { id: "example-1", playbook: find("example-1"), example: true, last: null },
      ],
      unreadable: [],
    }),
    save({ id, playbook }) {
      const own = id ?? `own-${kept.size + 1}`;
      kept.set(own, playbook);
      return { id: own };
    },
    remove({ id }) {
      kept.delete(id);
      return null;
    },
    draft: () => ({
      playbook: { ...SAMPLE_PLAYBOOK, name: "Simulate a credit" },
      calls: [{ stepId: "step-1", callId: 1 }],
    }),
    start({ id }) {
      const result = { ...sampleResult(id), head: { ...sampleResult(id).head, playbook: find(id) } };
      results.set(id, result);
      running = { result, now: null, state: "ended", question: null };
      push("playbooks.running", running);
      return { resultId: result.head.id };
    },
    running: () => running,
    stop: () => null,
    pause: () => null,
    answer: () => null,
    results: ({ id }) => ({
      results: results.has(id) ? [briefOf(resultOf(id)), briefOf(sampleResult(id, EARLIER))] : [],
    }),
    result: ({ playbookId, resultId }) =>
      resultId === EARLIER ? sampleResult(playbookId, EARLIER) : resultOf(playbookId),
    preview: ({ playbook, calls }) => ({
      steps: playbook.steps.flatMap(({ id: stepId }) => {
        const found = sampleResult("own-1").steps.find((step) => step.stepId === stepId);
        return found === undefined || !calls.some((each) => each.stepId === stepId)
          ? []
          : [{ stepId, lines: [...found.lines] }];
      }),
    }),
    example: () => ({
      answer: [
        { text: "lnk_ada_kwame", path: "link.id", kind: "string" },
        { text: "ref_ada", path: "link.user.reference", kind: "string" },
      ],
      webhook: [{ text: "50001", path: "transaction.amount", kind: "number" }],
    }),
    sheet: ({ format }) => ({ file: `/home/ada/Downloads/result.${format}` }),
    exportFile: () => ({ file: "/home/ada/Downloads/top-up.linkdesk-playbook" }),
    read: ({ file }) => ({ readable: true, file, playbook: SAMPLE_PLAYBOOK }),
  };
}

/** A run in the middle of its steps. */
export function sampleRunning(state: PlaybookRunning["state"]): PlaybookRunning {
  const result = sampleResult("own-1");
  const [first] = result.steps;
  return {
    result: { ...result, steps: first === undefined ? [] : [first], end: null },
    now: { row: 0, stepId: "step-2" },
    state,
    question: state === "asking" ? "Did the customer get the message?" : null,
  };
}
