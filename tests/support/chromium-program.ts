// The Chromium host with a program of a few lines, for the tests to run as a process of its own.
import { appendFileSync } from "node:fs";
import { createAssetServer } from "../../src/main/assets/index.ts";
import { runChromium } from "../../src/main/hosts/chromium/start.ts";
import type { BridgeCall, Host } from "../../src/main/hosts/host.ts";
import { createProgramLog } from "../../src/main/program-log.ts";

const [preloadFile = "", rendererFolder = "", journalFile = "", ...args] = process.argv.slice(2);
const note = (line: string): void => appendFileSync(journalFile, `${line}\n`);

// A test run that is killed ends nothing that it started, and what it started would write into a closed pipe for ever.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 500).unref();

const held: (() => void)[] = [];
let stream: NodeJS.Timeout | undefined;
const STREAM_END = 0;

async function start(host: Host): Promise<void> {
  host.onQuit(async () => note("quit"));
  const call: BridgeCall = async (group, method, input) => {
    note(`${group}.${method}`);
    if (method === "stats") {
      // A flood: all at once, in order.
      for (let port = 0; port < 500; port += 1) push(port);
    }
    if (method === "clear") {
      // A stream that goes on whatever the page does, until it is asked for once more.
      if (stream === undefined) {
        let port = 1_000;
        stream = setInterval(() => push(port++), 2);
      } else {
        clearInterval(stream);
        push(STREAM_END);
      }
    }
    if (method === "undoClear") host.quit();
    // Answered when it is let go, first come first served.
    if (method === "cancelSearch") await new Promise<void>((resolve) => held.push(resolve));
    if (method === "curl") held.shift()?.();
    return { ok: true, value: { group, method, input } };
  };
  const assets = createAssetServer({ folder: host.rendererFolder });
  const window = await host.openWindow({ assets, call, crashed: (reason) => console.log(`crashed: ${reason}`) });
  const push = (port: number): void =>
    window.push("app.command", { command: "about", port } as unknown as { readonly command: "about" });
}

await runChromium({
  args,
  start,
  preloadFile,
  rendererFolder,
  log: createProgramLog(),
});
