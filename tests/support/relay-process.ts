import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const RELAY = new URL("../../src/relay/main.ts", import.meta.url).pathname;

/** A relay as it is run, in a process of its own that can be killed. */
export interface RelayProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

/** @param port 0 for a free one */
export async function startRelayProcess(
  data: string,
  port: number,
  more: readonly string[] = [],
  program = RELAY,
): Promise<RelayProcess> {
  const args = ["--data", data, "--port", String(port), "--address-rate", "0", "--inbox-rate", "0", ...more];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    if (msg === "listening" && url !== undefined) {
      child.stdout.resume();
      return { url, child };
    }
  }
  throw new Error("The relay did not start.");
}
