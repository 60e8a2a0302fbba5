import type { Handlers } from "../../src/shared/contract.ts";
import type { ExportPreview } from "../../src/shared/evidence.ts";
import type { FakeJournal } from "./journal.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

const group = (kind: ExportPreview["groups"][number]["kind"], place: string, times: number, example: string) => ({
  id: `${kind} Webhook ${place}`,
  kind,
  part: "Webhook",
  place,
  times,
  values: Math.min(times, 2),
  example,
});

/** Looks through the rows that there are, and says of every file that it was written. */
export function createFakeEvidence(push: PushOut, journal: () => FakeJournal): Handlers["evidence"] {
  return {
    prepare({ requestId, scope }) {
      const rows = journal().all();
      const chosen =
        scope.of === "filter"
          ? rows
          : rows.filter(({ detail }) => (scope.of === "run" ? [scope.id] : scope.ids).includes(detail.summary.id));
      if (chosen.length === 0)
        throw new FakeRefusal("no-event", "There is nothing to export: the log has no event like that any more.");
      push("evidence.progress", { requestId, done: chosen.length, of: chosen.length });
      const count = (kind: string) => chosen.filter(({ detail }) => detail.kind === kind).length;
      return {
        token: "looked",
        calls: count("call"),
        deliveries: count("delivery"),
        notices: count("notice"),
        size: 1_204,
        secrets: 1,
        groups: [
          { ...group("note", "notes and tags", 2, "A•••k"), part: "Events" },
          group("name", "transaction.user.reference", 3, "r•••a"),
          group("email", "customer.email", 2, "a•••e"),
          group("identifier", "transaction.id", 3, "•••"),
          group("text", "transaction.remark", 1, "R•••t"),
        ],
        moreGroups: false,
      };
    },
    ticket: ({ format, redaction }) => ({
      text: `${format === "markdown" ? "## " : ""}Credit of 50 000 NGN to ${redaction.state === "redacted" ? "name~k3f9x2abcd~" : "ref_ada"}: Matched in 0.41 s\n\nVERDICT\n\nThe right webhook came 0.41 s after the call.\n`,
    }),
    write: ({ format }) => ({ file: `/home/ada/Downloads/linkdesk-2026-11-22-15-04.${format}`, size: 48_213 }),
    drop: () => null,
    cancel: () => ({ cancelled: true }),
    show: () => null,
  };
}
