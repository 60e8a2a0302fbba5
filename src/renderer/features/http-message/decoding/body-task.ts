import { type JsonOutline, outlineJson } from "../tree/outline.ts";
import { type BodyReading, readBody } from "./reading.ts";

/** What takes too long for the window when a body is large. */
export type BodyTask =
  | { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer>; readonly charset: string | null }
  | { readonly kind: "outline"; readonly text: string };

export type BodyTaskResult =
  | { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer>; readonly reading: BodyReading }
  | { readonly kind: "outline"; readonly outline: JsonOutline | null };

export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reading: BodyReading;
}

/** Does a task, and says whose memory may go along with its result. */
export function performBodyTask(task: BodyTask): { result: BodyTaskResult; transfer: readonly Transferable[] } {
  if (task.kind === "read") {
    const { bytes, charset } = task;
    return { result: { kind: "read", bytes, reading: readBody(bytes, charset) }, transfer: [bytes.buffer] };
  }
  const outlined = outlineJson(task.text);
  if (!outlined.ok) return { result: { kind: "outline", outline: null }, transfer: [] };
  const { outline } = outlined;
  return { result: { kind: "outline", outline }, transfer: Object.values(outline).map((column) => column.buffer) };
}
