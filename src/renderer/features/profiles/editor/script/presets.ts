import {
  type AnswerScript,
  DEFAULT_ANSWER_SCRIPT,
  PLAIN_ANSWER,
  sequenceOf,
} from "../../../../../shared/answer-script.ts";

interface Preset {
  readonly label: string;
  readonly script: AnswerScript;
}

const failing = (status: number) => ({ ...PLAIN_ANSWER, status });

/** What is tried most, one press each. */
export const PRESETS: readonly Preset[] = [
  { label: "200 at once", script: DEFAULT_ANSWER_SCRIPT },
  { label: "200 after 10 s", script: sequenceOf({ ...PLAIN_ANSWER, delayMs: 10_000 }) },
  { label: "404", script: sequenceOf(failing(404)) },
  { label: "500", script: sequenceOf(failing(500)) },
  { label: "503", script: sequenceOf(failing(503)) },
  { label: "Fail twice, then succeed", script: sequenceOf(failing(500), failing(500), PLAIN_ANSWER) },
  { label: "Time out", script: sequenceOf({ does: "hang", limitMs: 60_000 }) },
  { label: "Reset the connection", script: sequenceOf({ does: "reset", delayMs: 0 }) },
  { label: "Hang up without an answer", script: sequenceOf({ does: "close", delayMs: 0 }) },
  { label: "Drip", script: sequenceOf({ ...PLAIN_ANSWER, body: "received, slowly", bytesPerSecond: 20 }) },
  { label: "Not HTTP", script: sequenceOf({ does: "garbage", text: "This is not HTTP.\n", delayMs: 0 }) },
  {
    label: "Flaky 30 %",
    script: {
      order: "chance",
      percent: 30,
      seed: 1,
      failing: failing(500),
      otherwise: PLAIN_ANSWER,
      scope: "path",
    },
  },
];
