import type { BodyTask, BodyTaskResult } from "./body-work.ts";
import { readBody } from "./reading.ts";
import { outlineJson } from "./tree/outline.ts";

/** What the worker is sent: a task, and the number that its result goes back under. */
interface Order {
  readonly id: number;
  readonly task: BodyTask;
}

// `self` of a worker; the window's own type knows another `postMessage`.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
};

scope.onmessage = ({ data: { id, task } }) => {
  const { result, transfer } = perform(task);
  scope.postMessage({ id, result }, transfer);
};

function perform(task: BodyTask): { result: BodyTaskResult; transfer: readonly Transferable[] } {
  if (task.kind === "read") {
    const { bytes, charset } = task;
    return { result: { kind: "read", bytes, reading: readBody(bytes, charset) }, transfer: [bytes.buffer] };
  }
  const outlined = outlineJson(task.text);
  if (!outlined.ok) return { result: { kind: "outline", outline: null }, transfer: [] };
  const { outline } = outlined;
  return { result: { kind: "outline", outline }, transfer: Object.values(outline).map((column) => column.buffer) };
}
