import { z } from "zod";
import { answerState, completeness, noteTags, noteText } from "../../../shared/events.ts";
import { callOperation, outcome as outcomeSchema } from "../../../shared/outcomes.ts";
import { eventId } from "../../../shared/primitives.ts";
import { signatureResult } from "../../../shared/signature-check.ts";

// Browsers, HTTP Toolkit, Charles, Postman, Insomnia: each leaves out, or writes otherwise, something that HAR 1.2 asks
// for. Whatever can be done without is done without.

const text = z.string().catch("");
const number = z.number().catch(-1);
const pairs = z
  .array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]).transform(String) }))
  .catch([]);

/** Fields of a form. One that is a file has its name in the place of its content, which no program writes. */
const fields = z
  .array(
    z
      .object({ name: z.string(), value: z.coerce.string().optional(), fileName: z.string().optional() })
      .transform(({ name, value, fileName }) => ({ name, value: value ?? fileName ?? "" })),
  )
  .catch([]);

const message = { httpVersion: text, headers: pairs };
export const harEntrySchema = z.object({
  startedDateTime: text,
  time: number,
  request: z.object({
    ...message,
    method: z.string(),
    url: z.string(),
    postData: z
      .object({ mimeType: text, text: z.string().optional(), encoding: text, params: fields })
      .partial()
      .optional()
      .catch(undefined),
    /** HTTP Toolkit's, for bytes that are no text. */
    _content: z.object({ text: z.string(), encoding: text }).partial().optional().catch(undefined),
  }),
  response: z
    .object({
      ...message,
      status: z.int().min(0).max(999).catch(0),
      statusText: text,
      content: z.object({ text: z.string(), encoding: text }).partial().catch({}),
      /** Chrome's word for why there was no answer. */
      _error: text,
    })
    .optional()
    .catch(undefined),
  timings: z.object({ connect: number, send: number, wait: number, receive: number }).partial().catch({}),
  serverIPAddress: text,
  connection: text,
  /** Chrome's, of a connection that became a WebSocket. */
  _webSocketMessages: z.array(z.unknown()).optional().catch(undefined),
  _linkdesk: z
    .object({
      direction: z.enum(["in", "out"]),
      number: eventId,
      operation: callOperation,
      outcome: outcomeSchema.nullable(),
      completeness,
      signature: signatureResult.nullable(),
      answerState,
      onPath: z.boolean(),
      from: z.string(),
      note: noteText.optional().catch(undefined),
      tags: noteTags.optional().catch(undefined),
    })
    .partial()
    .optional()
    .catch(undefined),
});
export type HarEntry = z.infer<typeof harEntrySchema>;

/** Who has written a HAR file: the name and the version that it gives itself. */
export const harCreator = z.object({ name: text, version: text });
