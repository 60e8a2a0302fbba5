import { type BodyTask, performBodyTask } from "./body-task.ts";

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
  const { result, transfer } = performBodyTask(task);
  scope.postMessage({ id, result }, transfer);
};
