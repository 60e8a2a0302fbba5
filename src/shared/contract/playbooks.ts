import { z } from "zod";
import { PLAYBOOK_FILE_LIMIT, playbook, playbookValues } from "../playbook.ts";
import { playbookResult, resultBrief, resultLine } from "../playbook-result.ts";
import { eventId } from "../primitives.ts";
import { payloadValue } from "../reading.ts";
import { entry, nothing } from "./entry.ts";

const id = z.string().min(1).max(60);
const one = z.object({ id });
/** The call that stands for a step where it is looked at again: of a result, or of the events that a draft is made from. */
const stepCall = z.object({ stepId: id, callId: eventId });
const oneResult = z.object({ playbookId: id, resultId: id });

/** A playbook in the list. `example`: it comes with Linkdesk and is not changed, only copied. */
export const playbookListed = z.object({
  id,
  playbook,
  example: z.boolean(),
  last: resultBrief.nullable(),
});

/** What is going on now: the whole result so far, and what it waits for. */
export const playbookRunning = z.object({
  result: playbookResult,
  /** Row and step under way; null before the first and after the last. */
  now: z.object({ row: z.int(), stepId: z.string() }).nullable(),
  state: z.enum(["running", "paused", "asking", "ended"]),
  /** The question that a person is to answer. */
  question: z.string().nullable(),
});

/** A playbook's file that was opened or pasted. Nothing is imported before the user has said so. */
export const playbookOffer = z.discriminatedUnion("readable", [
  z.object({ readable: z.literal(true), file: z.string(), playbook }),
  z.object({ readable: z.literal(false), file: z.string(), reason: z.string() }),
]);

export const sheetFormat = z.enum(["html", "pdf", "csv", "junit"]);
export type SheetFormat = z.infer<typeof sheetFormat>;

export const playbooks = {
  list: entry(nothing, z.object({ playbooks: z.array(playbookListed), unreadable: z.array(z.string()) })),
  /** Without `id` it is a new one. Saving one that was removed brings it back, with its results. */
  save: entry(z.object({ id: id.nullable(), playbook }), one),
  remove: entry(one, nothing),
  /** What these events would be as a playbook; nothing is saved. Refused `no-steps` where no call is among them. */
  draft: entry(z.object({ ids: z.array(eventId).min(1).max(2_000) }), z.object({ playbook, calls: z.array(stepCall) })),
  /**
   * Begins a run against the selected profile and resolves with its result's id. Told of by `playbooks.running`. `only`:
   * steps to go through; the others are skipped, but for those that set something up. Refused `mode`, `running`.
   */
  start: entry(
    z.object({
      id,
      rows: z.array(playbookValues).min(1).max(500),
      only: z.array(z.object({ row: z.int().nonnegative(), stepId: z.string() })).nullable(),
      bail: z.boolean(),
    }),
    z.object({ resultId: id }),
  ),
  /** What goes on now, or went on last since the start; null when nothing did. */
  running: entry(nothing, playbookRunning.nullable()),
  stop: entry(nothing, nothing),
  pause: entry(z.object({ paused: z.boolean() }), nothing),
  /** The answer to the question that is asked. */
  answer: entry(z.object({ yes: z.boolean(), note: z.string().max(4_000) }), nothing),
  /** Newest first. */
  results: entry(one, z.object({ results: z.array(resultBrief) })),
  result: entry(oneResult, playbookResult),
  /** What the playbook, as it is edited, would say of what came of these calls; sends nothing. */
  preview: entry(
    z.object({ playbook, calls: z.array(stepCall).max(200), values: playbookValues }),
    z.object({ steps: z.array(z.object({ stepId: id, lines: z.array(resultLine) })) }),
  ),
  /** The values of a call's answer and of its webhook, to be chosen from. */
  example: entry(
    z.object({ callId: eventId }),
    z.object({ answer: z.array(payloadValue), webhook: z.array(payloadValue) }),
  ),
  /** Asks where to, and writes the sheet of a result. null: the user cancelled it. */
  sheet: entry(oneResult.extend({ format: sheetFormat }), z.object({ file: z.string().nullable() })),
  /** Asks where to, and writes the playbook as a file. */
  exportFile: entry(one, z.object({ file: z.string().nullable() })),
  /** Reads the text of a playbook's file, for the user to be asked about; changes nothing. */
  read: entry(z.object({ file: z.string().max(1_000), text: z.string().max(PLAYBOOK_FILE_LIMIT) }), playbookOffer),
} as const;
