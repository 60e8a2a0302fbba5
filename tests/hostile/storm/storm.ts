import { Worker } from "node:worker_threads";
import type { Page } from "playwright/test";
import { errorText } from "../../../src/shared/primitives.ts";
import { SANDBOX_PROFILE_ID } from "../../../src/shared/profile.ts";
import { DEFAULT_RETENTION } from "../../../src/shared/retention.ts";
import { windowParts } from "../../e2e/window-parts.ts";
import { createRandom } from "../../endurance/random.ts";
import type { App } from "../../support/app.ts";
import { answerOf } from "../../support/bridge.ts";
import { watchPage } from "../bodies-watch.ts";
import { createInputs } from "./inputs.ts";
import { mainProcess, memoryOfMain } from "./memory.ts";
import { startStormPeer } from "./peer.ts";
import type { Probe } from "./probe.ts";
import { createSenders } from "./senders.ts";
import { createUses } from "./uses.ts";

export interface StormReport {
  /** The webhooks of an innocent sender, all along. */
  readonly probes: readonly Probe[];
  /** Mebibytes of main before the storm, at most, and right after it; null where the system does not tell. */
  readonly memory: { readonly before: number; readonly most: number; readonly after: number } | null;
  /** How often each of the doors was used. */
  readonly uses: Readonly<Record<string, number>>;
  /** In how many ways the peer has answered, how often. */
  readonly answers: Readonly<Record<string, number>>;
  /** What was not as it has to be; empty when all was. */
  readonly faults: readonly string[];
}

export interface StormOptions {
  readonly app: App;
  readonly ms: number;
  readonly seed: number;
  /** Told now and then how it goes. */
  readonly log: (line: string) => void;
  /** Only doors of such names: to find out which of them it was. */
  readonly doors?: RegExp;
}

const NEWS_MS = 30_000;
/** Several at each of the doors at once, and between two uses of one so many milliseconds: the disk is not endless. */
const LANES = 2;
const PAUSE_MS = 40;
/** What hangs longer than this is a fault: everything has a limit below it. */
const PATIENCE_MS = 180_000;

/**
 * Comes at the running app through every door at once for so long: webhooks, answers to calls, replays and forwards,
 * logos, imports, profiles, preferences, secrets, filters, scripts, texts that are pasted, and values that nobody's window
 * would send.
 */
export async function runStorm({ app, ms, seed, log, doors: only = /^/ }: StormOptions): Promise<StormReport> {
  const random = createRandom(seed);
  const inputs = createInputs(random);
  const peer = await startStormPeer(random, inputs);
  const url = await windowParts(app.page).webhookUrl();
  const watch = await watchPage(app.page);
  const profileId = await prepare(app.page, peer.origin);
  const memory = memoryOfMain(app.dataFolder);
  const before = memory?.now() ?? 0;
  const faults: string[] = [];
  const uses: Record<string, number> = {};
  const end = performance.now() + ms;

  const probe = new Worker(new URL("./probe.ts", import.meta.url), {
    workerData: { url, main: mainProcess(app.dataFolder) },
  });
  const probed = new Promise<readonly Probe[]>((resolve, reject) => {
    probe.once("message", resolve).once("error", reject);
  });
  const doors = {
    ...createSenders(url, random, inputs),
    ...createUses(app.page, { profileId, origin: peer.origin, random, inputs }),
  };

  async function lane(name: string, use: () => Promise<string | null>): Promise<void> {
    while (performance.now() < end) {
      uses[name] = (uses[name] ?? 0) + 1;
      const fault = await inTime(use());
      if (fault !== null && faults.length < 50) faults.push(`${name}: ${fault}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const news = setInterval(() => log(`${memory?.now() ?? "?"} MiB, ${JSON.stringify(uses)}`), NEWS_MS);
  await Promise.all(
    Object.entries(doors).flatMap(([name, { lanes = LANES, use }]) =>
      only.test(name) ? Array.from({ length: lanes }, () => lane(name, use)) : [],
    ),
  );
  clearInterval(news);
  await answerOf(app.page, "profiles", "select", { id: SANDBOX_PROFILE_ID });
  await peer.close();
  probe.postMessage("over");
  const probes = await probed;
  return {
    probes,
    memory: memory === null ? null : { before, most: memory.peak(), after: memory.now() },
    uses,
    answers: peer.answers,
    faults: [...faults, ...(await watch.faults())],
  };
}

/** A profile that leads to the peer with everything it can be led to, and secrets to look for. */
async function prepare(page: Page, origin: string): Promise<string> {
  const { profiles } = await answerOf(page, "profiles", "list", null);
  const sandbox = profiles.find(({ profile }) => profile.id === SANDBOX_PROFILE_ID);
  if (sandbox === undefined) throw new Error("There is no sandbox profile.");
  const { id: _, ...draft } = sandbox.profile;
  const { profile } = await answerOf(page, "profiles", "create", {
    draft: {
      ...draft,
      name: "Storm",
      mode: "test",
      baseUrl: origin,
      authentication: { scheme: "bearer" },
      timeouts: { connectMs: 2_000, totalMs: 4_000 },
      replay: { agreedDestinations: [], forward: { enabled: true, url: `${origin}/forward`, host: "received" } },
    },
  });
  await answerOf(page, "profiles", "setSecret", { id: profile.id, slot: "authentication", value: "storm-secret" });
  // Half an hour of it is more than is kept as a rule: what is answered has to be there at the end.
  await answerOf(page, "journal", "configureRetention", { ...DEFAULT_RETENTION, maxBytes: null });
  await answerOf(page, "profiles", "select", { id: profile.id });
  return profile.id;
}

/** What a use of a door says is wrong, or that it has not ended. */
async function inTime(use: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`has not ended within ${PATIENCE_MS / 1_000} s`), PATIENCE_MS);
  try {
    return await Promise.race([use, late.promise]);
  } catch (error) {
    return errorText(error);
  } finally {
    clearTimeout(timer);
  }
}
