import { expect, it, vi } from "vitest";
import { createToasts } from "./toasts.ts";

it("undoes by key what the message in sight offers to undo, once, and puts no other offer away", () => {
  const toasts = createToasts();
  toasts.begin();
  expect(toasts.undo()).toBe(false);
  const undo = vi.fn();
  toasts.done("Deleted the profile", undo);
  expect(toasts.undo()).toBe(true);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(toasts.undo()).toBe(false);

  toasts.done("Deleted the profile", undo);
  const redo = vi.fn();
  toasts.offer("It is back", { label: "Redo", run: redo });
  // Something is on offer, which a message that there is nothing would put away.
  expect(toasts.undo()).toBe(true);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(redo).not.toHaveBeenCalled();
  toasts.hint("Something else");
  expect(toasts.undo()).toBe(false);
});
