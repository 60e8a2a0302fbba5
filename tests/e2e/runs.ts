import type { Page } from "playwright/test";
import type { Action } from "../../src/shared/call-fields.ts";
import type { EventSummary } from "../../src/shared/events.ts";
import type { Profile } from "../../src/shared/profile.ts";
import { DEFAULT_RUN_SETTINGS, type RunDetail, type RunSettings, type VerdictCode } from "../../src/shared/run.ts";
import { DEFAULT_SANDBOX_BEHAVIOUR, type SandboxBehaviour } from "../../src/shared/sandbox.ts";
import { answerOf } from "../support/bridge.ts";
import { expect } from "./fixtures.ts";

export type Simulation = Extract<Action, { operation: "credit" | "charge" }>;

export function credit(amount: string, userReference = "ref_ada"): Simulation {
  return { operation: "credit", body: { amount, currency: "NGN", userReference } };
}

export function charge(amount: string, from = "ref_ada", remark = `Lunch number ${amount}`): Simulation {
  return { operation: "charge", body: { amount, currency: "KES", from, to: "ref_wanjiru", remark } };
}

/** The program's runs, driven through the bridge, as the window does it. */
export function runsOf(page: Page) {
  let sent = 0;
  const get = (id: number): Promise<RunDetail> => answerOf(page, "runs", "get", { id });
  return {
    get,
    /** Changes the selected profile. */
    async change(change: Partial<Omit<Profile, "id">>): Promise<void> {
      const { profiles, selectedId } = await answerOf(page, "profiles", "list", null);
      const found = profiles.find(({ profile }) => profile.id === selectedId);
      if (found === undefined) throw new Error("No profile is selected.");
      const { id, ...draft } = found.profile;
      await answerOf(page, "profiles", "update", { id, draft: { ...draft, ...change } });
    },
    /** Changes how runs are followed from now on. */
    async changeRuns(change: Partial<RunSettings>): Promise<void> {
      await this.change({ runs: { ...DEFAULT_RUN_SETTINGS, ...change } });
    },
    async listenerUrl(): Promise<string> {
      const { url } = await answerOf(page, "listener", "status", null);
      if (url === null) throw new Error("The listener does not listen.");
      return url;
    },
    /** The sandbox as it is by default, but for this. */
    async bend(behaviour: Partial<SandboxBehaviour>): Promise<void> {
      const { settings } = await answerOf(page, "sandbox", "status", null);
      const bent = { ...DEFAULT_SANDBOX_BEHAVIOUR, webhookDelayMs: 50, ...behaviour };
      await answerOf(page, "sandbox", "configure", { ...settings, behaviour: bent });
    },
    /** Sends it for the selected profile and resolves with the run's id once the call has ended. */
    async simulate(action: Simulation): Promise<number> {
      const { selectedId } = await answerOf(page, "profiles", "list", null);
      sent += 1;
      const { event } = await answerOf(page, "calls", "send", {
        requestId: `simulation-${sent}`,
        profileId: selectedId,
        action,
      });
      return event.summary.id;
    },
    /** Waits for the verdict. */
    async reaches(id: number, code: VerdictCode): Promise<RunDetail> {
      await expect.poll(async () => (await get(id)).summary.verdict.code, { timeout: 20_000 }).toBe(code);
      return get(id);
    },
    /** All rows there are, oldest first. */
    async rows(filter = ""): Promise<readonly EventSummary[]> {
      const rows: EventSummary[] = [];
      for (let before: number | undefined; ; before = rows[0]?.id) {
        const page500 = { limit: 500, filter, ...(before === undefined ? {} : { before }) };
        const { events, moreBefore } = await answerOf(page, "journal", "page", page500);
        rows.unshift(...events);
        if (!moreBefore) return rows;
      }
    },
  };
}
