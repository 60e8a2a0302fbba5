import { z } from "zod";
import { attemptSeries } from "../attempts.ts";
import { fileCheck, OPENED_PIECE, openedFile } from "../case-file.ts";
import { runDetail } from "../run.ts";
import { entry, nothing, requestId } from "./entry.ts";
import { journal } from "./journal.ts";
import { readings } from "./readings.ts";

const token = z.object({ token: z.string().max(100) });
const asked = token.extend({ requestId });

/**
 * A file from elsewhere as a log of its own, beside one's own. What is asked of that log has the entries of one's own log;
 * nothing can be changed in it.
 */
export const opened = {
  /** The file that is open; null for none. */
  status: entry(nothing, openedFile.nullable()),
  /** Takes in a file that comes in pieces, the next one when this one is answered: the window knows no paths. */
  begin: entry(z.object({ file: z.string().max(300) }), token),
  put: entry(token.extend({ bytes: z.base64().max(2 * OPENED_PIECE) }), nothing),
  /**
   * Says what the file is, and of a case file whether it is whole. Told of by `opened.progress`. Refused `not-readable`,
   * `not-a-case`, `newer`.
   */
  check: entry(asked, fileCheck),
  /** Opens it, in the place of the one that is open. Told of by `opened.progress`. */
  open: entry(asked, openedFile),
  /** Gives up checking or opening. */
  cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
  /** Forgets a file that is not to be opened. */
  drop: entry(token, nothing),
  /** Closes the file that is open; nothing of it is kept. */
  close: entry(nothing, nothing),
  /** The fingerprint of the key that case files of this installation are signed with; null while there is none. */
  signer: entry(nothing, z.object({ fingerprint: z.string(), lasts: z.boolean() }).nullable()),
  page: journal.page,
  cancelSearch: journal.cancelSearch,
  detail: journal.detail,
  body: journal.body,
  decodedBody: journal.decodedBody,
  tags: journal.tags,
  stats: journal.stats,
  journalStatus: journal.status,
  run: entry(z.object({ id: journal.detail.input.shape.id }), runDetail),
  attempts: entry(z.object({ id: journal.detail.input.shape.id }), attemptSeries),
  reading: readings.of,
} as const;
