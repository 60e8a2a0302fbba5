import { machineClock } from "../../../src/main/clock.ts";
import type { Journal } from "../../../src/main/journal/index.ts";
import { createListener } from "../../../src/main/listener/index.ts";
import { webhookIds } from "../../../src/main/payload/index.ts";
import { DEFAULT_ANSWER_SCRIPT } from "../../../src/shared/answer-script.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../../../src/shared/listener.ts";
import { openForBench } from "../made-log.ts";

const SCRIPT = { id: "sandbox", answerScript: DEFAULT_ANSWER_SCRIPT };

/** Our listener and our journal, put together as src/main/index.ts does, without a window. */
export interface Recorder {
  readonly url: string;
  readonly journal: Journal;
  close(): Promise<void>;
}

export async function openRecorder(folder: string): Promise<Recorder> {
  const journal = await openForBench(folder);
  const listener = createListener({
    journal,
    settings: { ...DEFAULT_LISTENER_SETTINGS, port: 0 },
    script: () => SCRIPT,
    webhookIds,
    profile: () => ({ id: "sandbox", name: "Sandbox", mode: "sandbox" }),
    clock: machineClock.now,
    onStatus: () => {},
    onScript: () => {},
  });
  journal.configureReadings([{ profileId: SCRIPT.id, readings: [] }]);
  // Batches for the window are made as ever; there is only nobody to paint them.
  journal.onChange(() => {});
  const { url } = await listener.start();
  if (url === null) throw new Error("The listener could not be started.");
  return {
    url,
    journal,
    async close() {
      await listener.close();
      await journal.close();
    },
  };
}
