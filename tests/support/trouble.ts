import { readFileSync } from "node:fs";
import type { Held } from "./trouble-probe.ts";

const PROBE = new URL("./trouble-probe.ts", import.meta.url).href;

/** Hands on the app's main process that no user has. */
export interface Trouble {
  endThreads(): Promise<number>;
  setClock(milliseconds: number): Promise<void>;
  held(): Promise<Held>;
  /** Ends the program as an error ends it that nobody has caught. */
  failUncaught(): Promise<void>;
}

/** The environment that puts the probe into the app. */
export function troubleEnvironment(portFile: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${PROBE}`, LINKDESK_TROUBLE_PROBE: portFile };
}

/** To be called once the app runs. */
export function troubleOf(portFile: string): Trouble {
  const port = readFileSync(portFile, "utf8");
  const ask = async (what: string, value = 0): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}/${what}?value=${value}`)).json();
  return {
    endThreads: async () => Number(await ask("end-threads")),
    setClock: async (milliseconds) => void (await ask("set-clock", milliseconds)),
    held: async () => (await ask("held")) as Held,
    failUncaught: async () => void (await ask("fail-uncaught")),
  };
}
