import { join } from "node:path";
import { DEFAULT_ADDRESS_MEMORY, DEFAULT_ADDRESS_SETTINGS } from "../../src/shared/address.ts";
import { ANY_PORT, expect, test } from "../e2e/fixtures.ts";
import { windowParts } from "../e2e/window-parts.ts";
import { openBetween } from "../support/between.ts";
import { answerOf } from "../support/bridge.ts";
import { freePort } from "../support/free-port.ts";
import { HAS_SSH_SERVER, startSshServer } from "../support/ssh-server.ts";
import { readJournalFile } from "./journal-file.ts";
import { numberedBody } from "./numbered-body.ts";
import { SEED } from "./options.ts";
import { createRandom } from "./random.ts";

const FAULTS = Number(process.env["LINKDESK_ENDURANCE_ROUNDS"] || 200);
/** Milliseconds for which the state may say Ready while nothing passes. */
const BOUND_MS = 45_000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.skip(!HAS_SSH_SERVER, "OpenSSH's server is not installed here.");

test("the way to a server of one's own breaks in every manner, and the public address tells the truth about it", async ({
  launch,
}) => {
  test.setTimeout(FAULTS * 12_000 + 180_000);
  const random = createRandom(SEED);
  const server = await startSshServer();
  const between = await openBetween(server.port);
  const bindPort = await freePort();
  const url = `http://127.0.0.1:${bindPort}/webhooks`;
  const ssh = { host: "127.0.0.1", port: between.port, user: server.user, login: "key", bindPort } as const;
  const settings = {
    ...DEFAULT_ADDRESS_SETTINGS,
    way: "ssh",
    ssh: { ...DEFAULT_ADDRESS_SETTINGS.ssh, ...ssh, publicUrl: `http://127.0.0.1:${bindPort}` },
  } as const;
  const key = { host: "127.0.0.1", port: between.port, kind: "ssh-ed25519", fingerprint: server.fingerprint };
  const app = await launch({
    settings: { ...ANY_PORT, address: { ...DEFAULT_ADDRESS_MEMORY, settings, hostKeys: [key] } },
  });
  const state = async () => (await answerOf(app.page, "address", "status", null)).state.name;
  const untilReady = () => expect.poll(state, { timeout: 150_000 }).toBe("ready");
  await answerOf(app.page, "address", "setSecret", { name: "ssh-key", value: server.keys.plain });
  await answerOf(app.page, "address", "start", { settings, agreed: true });
  await untilReady();

  const passed: number[] = [];
  let lastPassed = performance.now();
  let isOver = false;
  let longestLie = 0;
  async function stream(): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      const answer = await fetch(url, {
        method: "POST",
        body: new Uint8Array(numberedBody(number)),
        signal: AbortSignal.timeout(3_000),
        headers: { connection: "close" },
      }).catch(() => null);
      if (answer?.ok === true) {
        passed.push(number);
        lastPassed = performance.now();
      }
      await wait(50);
    }
  }
  async function watch(): Promise<void> {
    let readySince: number | null = null;
    while (!isOver) {
      const now = performance.now();
      readySince = (await state()) === "ready" ? (readySince ?? now) : null;
      if (readySince !== null) longestLie = Math.max(longestLie, performance.now() - Math.max(lastPassed, readySince));
      await wait(250);
    }
  }
  const running = [stream(), watch()];
  const counts: Record<string, number> = {};
  try {
    for (let fault = 0; fault < FAULTS; fault += 1) {
      const kind = (["kill", "freeze", "cut", "reset", "slow"] as const)[random.whole(0, 4)] ?? "kill";
      counts[kind] = (counts[kind] ?? 0) + 1;
      const length = random.whole(200, random.whole(0, 19) === 0 ? 30_000 : 2_000);
      if (kind === "kill") for (const pid of server.sessions()) signal(pid, "SIGKILL");
      if (kind === "freeze") {
        const frozen = server.sessions();
        for (const pid of frozen) signal(pid, "SIGSTOP");
        await wait(length);
        for (const pid of frozen) signal(pid, "SIGCONT");
      }
      if (kind === "cut") {
        server.kill();
        await wait(length);
        await server.restart();
      }
      if (kind === "reset") between.reset();
      if (kind === "slow") {
        between.delay(random.whole(50, 800));
        await wait(length);
        between.delay(0);
      }
      await wait(random.whole(100, 1_500));
    }
    await untilReady();
    isOver = true;
    await Promise.all(running);
  } finally {
    isOver = true;
    between.close();
    server.close();
  }
  const { dataFolder } = app;
  await app.close();
  const found = readJournalFile(join(dataFolder, "journal.db"), 0);
  console.log(
    `seed ${SEED}: ${JSON.stringify(counts)}, ${passed.length} answered 2xx, longest untrue Ready ${Math.round(longestLie)} ms`,
  );
  expect(passed.filter((number) => !found.counts.has(number))).toEqual([]);
  expect(longestLie).toBeLessThan(BOUND_MS);
  expect(passed.length).toBeGreaterThan(FAULTS);
});

const PRESSES = 20;
/** Milliseconds from the press to *Ready*, for half of the presses. */
const MEDIAN_MS = 15_000;

test("from the press to Ready, twenty times", async ({ launch }) => {
  test.setTimeout(600_000);
  const server = await startSshServer();
  const bindPort = await freePort();
  const ssh = { host: "127.0.0.1", port: server.port, user: server.user, login: "key", bindPort } as const;
  const settings = {
    ...DEFAULT_ADDRESS_SETTINGS,
    way: "ssh",
    ssh: { ...DEFAULT_ADDRESS_SETTINGS.ssh, ...ssh },
  } as const;
  const key = { host: "127.0.0.1", port: server.port, kind: "ssh-ed25519", fingerprint: server.fingerprint };
  try {
    const app = await launch({
      settings: { ...ANY_PORT, address: { ...DEFAULT_ADDRESS_MEMORY, settings, agreed: ["ssh"], hostKeys: [key] } },
    });
    const { page } = app;
    await answerOf(page, "address", "setSecret", { name: "ssh-key", value: server.keys.plain });
    await windowParts(page).listenerButton.click();
    const took: number[] = [];
    for (let press = 0; press < PRESSES; press += 1) {
      const started = performance.now();
      await page.getByRole("button", { name: "Get address", exact: true }).click();
      await page.getByText(/^Ready: last proven at/).waitFor({ timeout: 120_000 });
      took.push(performance.now() - started);
      await page.getByRole("button", { name: "Stop public address" }).click();
    }
    await app.close();
    const sorted = took.toSorted((one, other) => one - other);
    const median = ((sorted[PRESSES / 2 - 1] ?? 0) + (sorted[PRESSES / 2] ?? 0)) / 2;
    console.log(
      `${PRESSES} presses over SSH on loopback: median ${Math.round(median)} ms, from ${Math.round(sorted[0] ?? 0)} to ${Math.round(sorted.at(-1) ?? 0)} ms`,
    );
    expect(median).toBeLessThan(MEDIAN_MS);
  } finally {
    server.close();
  }
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // That connection has ended by itself.
  }
}
