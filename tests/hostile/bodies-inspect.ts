import { expect, type Page } from "playwright/test";
import { windowParts } from "../e2e/window-parts.ts";
import { answerOf } from "../support/bridge.ts";
import type { HostileBody } from "./bodies.ts";
import { sendBody } from "./bodies-send.ts";

const VIEWS = ["Original", "Formatted", "Tree", "Bytes"] as const;

/** What going from one row to a calm one took. */
export interface StepAway {
  /** Frames painted until the calm body was there. */
  readonly frames: number;
  /** Time the page's main thread was at work, in seconds of its own processor time: other programs do not count. */
  readonly busy: number;
}

export interface Inspected {
  readonly name: string;
  readonly views: readonly string[];
  /** From the body when it was shown, and from the body while it was still being read. */
  readonly away: StepAway;
  readonly awayAtOnce: StepAway;
}

/** The measure for all others. */
export const CALM_BODY: HostileBody = {
  name: "a calm body",
  headers: { "Content-Type": "application/json" },
  bytes: () => Buffer.from('{"amount":1,"remark":"calm"}'),
};

// Generous: what is to be found out is a page that stands still, or works itself off for a body nobody looks at any
// more. A body of 10 MiB has to come over the bridge first, which is ten times the work of a calm one.
const MOST_FRAMES = 300;
const MOST_FRAMES_AT_ONCE = 900;
const MOST_WORK = 20;
const MOST_WORK_AT_ONCE = 60;

/** Why leaving a body was not the matter of a moment that it has to be; empty when it was. */
export function haste({ name, away, awayAtOnce }: Inspected, usual: Inspected): readonly string[] {
  const times = (step: StepAway, of: StepAway): number => Math.round(step.busy / Math.max(of.busy, 0.005));
  const [work, workAtOnce] = [times(away, usual.away), times(awayAtOnce, usual.awayAtOnce)];
  const faults: string[] = [];
  if (away.frames > MOST_FRAMES) faults.push(`${name}: ${away.frames} frames`);
  if (awayAtOnce.frames > MOST_FRAMES_AT_ONCE) faults.push(`${name}: ${awayAtOnce.frames} frames at once`);
  if (work > MOST_WORK) faults.push(`${name}: ${work} times the work of a calm body`);
  if (workAtOnce > MOST_WORK_AT_ONCE) faults.push(`${name}: ${workAtOnce} times the work of a calm body, at once`);
  return faults;
}

/** Sends a body, looks at it in every view that it has, and goes away from it to a calm one. */
export async function inspectBody(page: Page, url: string, body: HostileBody, number: number): Promise<Inspected> {
  const { inspector, log } = windowParts(page);
  // Eight characters: what stands in one row of bytes, so that it is found in every view.
  const calmText = `calm${String(number).padStart(4, "0")}`;
  await sendBody(url, { headers: { "Content-Type": "text/plain" }, bytes: () => Buffer.from(calmText) });
  await sendBody(url, body);
  const { events } = await answerOf(page, "journal", "page", { limit: 2, filter: "kind:delivery" });
  const [calm, hostile] = events.map(({ id }) => log.locator(`#event-${id}`));
  if (calm === undefined || hostile === undefined) throw new Error("The two rows are not in the journal.");
  const calmShown = inspector.getByText(calmText).first();

  // With nothing selected before, what comes into sight is this one.
  await log.press("Escape");
  await inspector.getByText("Nothing selected").waitFor();
  await hostile.click();
  await inspector.getByRole("tab", { name: /^(Sent|Received)$/ }).click();
  await inspector.getByRole("group", { name: "View of the body" }).or(inspector.getByText("No body")).waitFor();
  const views: string[] = [];
  for (const view of VIEWS) {
    const button = inspector.getByRole("button", { name: view, exact: true });
    if ((await button.count()) === 0) continue;
    await button.click();
    await settled(page);
    views.push(view);
  }
  const away = await stepAway(page, async () => {
    await calm.click();
    await calmShown.waitFor();
  });
  const awayAtOnce = await stepAway(page, async () => {
    await hostile.click();
    await calm.click();
    await expect(calm).toHaveAttribute("aria-selected", "true");
    await calmShown.waitFor();
  });
  return { name: body.name, views, away, awayAtOnce };
}

/** Resolves when nothing is being read any more and the page has painted it. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "Reading the" })).toHaveCount(0, { timeout: 60_000 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}

async function stepAway(page: Page, act: () => Promise<void>): Promise<StepAway> {
  const session = await page.context().newCDPSession(page);
  const busyTime = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(() => {
    window.framesPainted = 0;
    const count = (): void => {
      if (window.framesPainted === undefined) return;
      window.framesPainted += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const before = await busyTime();
  await act();
  const busy = (await busyTime()) - before;
  const frames = await page.evaluate(() => {
    const counted = window.framesPainted ?? 0;
    window.framesPainted = undefined;
    return counted;
  });
  await session.detach();
  return { frames, busy };
}

declare global {
  interface Window {
    framesPainted?: number | undefined;
  }
}
