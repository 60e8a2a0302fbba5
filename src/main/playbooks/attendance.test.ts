import { expect, it, vi } from "vitest";
import { sampleRunning } from "../../../tests/fakes/playbooks.ts";
import type { PlaybookRunning } from "../../shared/contract.ts";
import { createTelling } from "./attendance.ts";

it("tells of further steps together, of a new state at once, and of what came last", () => {
  vi.useFakeTimers();
  const told: PlaybookRunning[] = [];
  const tell = createTelling((running) => told.push(running));
  const running = (state: PlaybookRunning["state"], row: number) => ({
    ...sampleRunning(state),
    now: { row, stepId: "a" },
  });
  for (let row = 0; row < 100; row += 1) tell(running("running", row));
  expect(told.map(({ now }) => now?.row)).toEqual([0]);
  vi.runAllTimers();
  expect(told.map(({ now }) => now?.row)).toEqual([0, 99]);
  tell(running("running", 100));
  tell(running("running", 101));
  tell(running("asking", 102));
  tell(running("ended", 103));
  vi.runAllTimers();
  expect(told.map(({ now }) => now?.row)).toEqual([0, 99, 100, 102, 103]);
  vi.useRealTimers();
});
