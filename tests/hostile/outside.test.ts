import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { openWay } from "../../src/main/address/index.ts";
import { USUAL_TIMING } from "../../src/main/address/timing.ts";
import { DEFAULT_ADDRESS_SETTINGS } from "../../src/shared/address.ts";
import { MEBIBYTE } from "../../src/shared/primitives.ts";
import { openAddress, openOver, postOutside, QUICK_PACE, trust } from "../support/public-address.ts";
import { HAS_SSH_SERVER, startSshServer } from "../support/ssh-server.ts";
import { installStandIn, isAlive } from "../support/tunnel-programs.ts";
import { until } from "../support/until.ts";

/** How long strangers knock, in milliseconds: `LINKDESK_STORM_MS` for more. */
const STORM_MS = Number(process.env["LINKDESK_STORM_MS"] ?? 2_000);
/** However long it takes, strangers are answered so often. */
const ANSWERS = 500;
/** Rows at once, and one more every three seconds. */
const rowsIn = (milliseconds: number): number => 20 + Math.ceil(milliseconds / 3_000) + 1;
/** What this process may need more than at its start while it lasts. */
const MORE_BYTES = 250 * MEBIBYTE;

/** Sends webhooks to an address, one after the other, and looks at what this process needs meanwhile. */
async function sendDuring(url: string, over: Promise<unknown>) {
  const before = process.memoryUsage().rss;
  let isOver = false;
  void over.finally(() => (isOver = true));
  const statuses = new Set<number>();
  let [sent, slowest, most] = [0, 0, 0];
  while (!isOver) {
    const started = performance.now();
    statuses.add((await postOutside(url, `{"number":${sent}}`)).status);
    sent += 1;
    slowest = Math.max(slowest, performance.now() - started);
    most = Math.max(most, process.memoryUsage().rss - before);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (process.env["LINKDESK_STORM_MS"] !== undefined)
    console.log(`${sent} webhooks, slowest ${slowest.toFixed(0)} ms, ${(most / MEBIBYTE).toFixed(0)} MiB more`);
  return { sent, statuses: [...statuses], most };
}

it.skipIf(!HAS_SSH_SERVER)(
  "strangers who try every name at a public address fill neither the log nor the memory, and keep no webhook from it",
  async () => {
    const server = await startSshServer();
    onTestFinished(() => server.close());
    // A way that is slow under the storm is not given up sooner than the product gives it up.
    const { proofMs, patienceMs } = USUAL_TIMING;
    const opened = await openOver(server, {}, { pace: { ...QUICK_PACE, proofMs, patienceMs } });
    await trust(opened);
    await opened.reaches("ready");
    const script = new URL("../support/outside-storm.mjs", import.meta.url).pathname;
    const started = performance.now();
    const storm = spawn(process.execPath, [script, opened.publicUrl, String(STORM_MS), String(ANSWERS)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void storm.kill());
    let said = "";
    storm.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const { sent, statuses, most } = await sendDuring(
      opened.publicUrl,
      new Promise((resolve) => storm.once("close", resolve)),
    );
    const answered: Record<string, number> = JSON.parse(said);
    expect(Object.keys(answered)).toEqual(["404"]);
    expect(answered["404"]).toBeGreaterThanOrEqual(ANSWERS);
    expect(statuses).toEqual([200]);
    // One after the other: each was answered soon.
    expect(sent).toBeGreaterThan(STORM_MS / 400);
    expect(most).toBeLessThan(MORE_BYTES);
    expect(opened.address.status().state.name).toBe("ready");
    const onPath = (wanted: boolean) =>
      opened.journal
        .deliveries()
        .filter(({ event }) => event.summary.onPath === wanted && event.summary.completeness === "whole");
    await until(() => onPath(true).length === sent);
    const rows = onPath(false).length;
    expect(rows).toBeLessThanOrEqual(rowsIn(performance.now() - started));
    await opened.listener.close();
    expect(opened.journal.notices()).toContainEqual(
      expect.objectContaining({ code: "outside-unrecorded", count: (answered["404"] ?? 0) - rows }),
    );
  },
  STORM_MS + 60_000,
);

it.skipIf(process.platform === "win32")(
  "a tunnel program that prints 600 megabytes is read to its end, in little memory, while webhooks go on",
  async () => {
    const program = installStandIn("ngrok", "flood");
    const opened = await openAddress({
      openWay: (means) => openWay(means, program.find),
      reachedAt: (url) => `http://127.0.0.1:${program.publicPort}${new URL(url).pathname}`,
      secrets: { "ngrok-token": "marker-of-a-token" },
      pace: { ...QUICK_PACE, startMs: 90_000 },
    });
    await opened.address.start({ ...DEFAULT_ADDRESS_SETTINGS, way: "ngrok" }, true);
    const { sent, statuses, most } = await sendDuring(
      `http://127.0.0.1:${opened.port}/webhooks`,
      opened.reaches("ready", 90_000),
    );
    expect(opened.address.status().url).toBe("https://mild-fox.ngrok-free.app/webhooks");
    expect([sent > 10, statuses]).toEqual([true, [200]]);
    expect(most).toBeLessThan(MORE_BYTES);
    // With line ends and without, and an address that is somebody else's.
    const said = opened.address.said();
    expect(said.length).toBeLessThanOrEqual(200);
    expect(Math.max(...said.map((line) => line.length))).toBeLessThanOrEqual(1_000);
    expect(said.join("\n")).not.toContain("marker-of-a-token");
    const pid = program.pid();
    await opened.address.stop();
    expect(isAlive(pid)).toBe(false);
  },
  120_000,
);
