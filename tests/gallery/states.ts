import type { Page } from "playwright-core";
import { ACTION_STATES } from "./actions.ts";
import { COMPARE_STATES } from "./compare.ts";
import { EVENT_LOG_STATES } from "./event-log.ts";
import { EVIDENCE_STATES } from "./evidence.ts";
import { INSPECTOR_STATES } from "./inspector.ts";
import { NOTICE_STATES } from "./notices.ts";
import { OPENED_STATES } from "./opened.ts";
import { PANEL_STATES } from "./panels.ts";
import { PLAYBOOK_STATES } from "./playbooks.ts";
import { PUBLIC_ADDRESS_STATES } from "./public-address.ts";
import { READING_STATES } from "./readings.ts";
import { REPLAY_STATES } from "./replay.ts";
import { RUN_STATES } from "./runs.ts";
import { SIGNATURE_STATES } from "./signatures.ts";

/** One picture: where to go and what to do before it is taken. */
export interface GalleryState {
  readonly name: string;
  /** Parameters of the address, see README.md. */
  readonly at?: string;
  readonly act?: (page: Page) => Promise<void>;
}

export const STATES: readonly GalleryState[] = [
  { name: "bench" },
  { name: "bench-empty", at: "log=empty" },
  { name: "bench-test", at: "profile=acme-test" },
  { name: "bench-live", at: "profile=acme-live" },
  { name: "bench-unset", at: "profile=staging" },
  ...ACTION_STATES,
  ...EVENT_LOG_STATES,
  ...INSPECTOR_STATES,
  ...NOTICE_STATES,
  ...COMPARE_STATES,
  ...REPLAY_STATES,
  ...EVIDENCE_STATES,
  ...PLAYBOOK_STATES,
  ...OPENED_STATES,
  ...PANEL_STATES,
  ...PUBLIC_ADDRESS_STATES,
  ...RUN_STATES,
  ...READING_STATES,
  ...SIGNATURE_STATES,
];
