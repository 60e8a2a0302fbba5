import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Refusal } from "../../refusal.ts";
import { ourFilesIn } from "../files-from-system.ts";

/** The switches of the command line, named as browsers name theirs. */
export interface Switches {
  readonly headless: boolean;
  /** `--self-check`: the program is started for that alone, without showing itself. */
  readonly checksItself: boolean;
  /** `--user-data-dir=DIR`: our data folder, as an absolute path. */
  readonly dataFolder: string | null;
  /** `--remote-debugging-port=N`: 0 lets the browser choose one. */
  readonly debuggingPort: number | null;
  /** Export files to be opened, as absolute paths. */
  readonly files: readonly string[];
  /** What is not known here and was left out. */
  readonly ignored: readonly string[];
}

/** @throws Refusal when a switch has a value that it cannot have */
export function readSwitches(args: readonly string[]): Switches {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      headless: { type: "boolean" },
      "self-check": { type: "boolean" },
      "user-data-dir": { type: "string" },
      "remote-debugging-port": { type: "string" },
      // Read by the start script, which has chosen this host by it.
      host: { type: "string" },
    },
    strict: false,
    allowPositionals: true,
  });
  const {
    headless,
    "self-check": selfCheck,
    "user-data-dir": folder,
    "remote-debugging-port": port,
    host: _host,
    ...unknown
  } = values;
  const checksItself = selfCheck !== undefined && selfCheck !== "false";
  return {
    headless: (headless !== undefined && headless !== "false") || checksItself,
    checksItself,
    dataFolder: folder === undefined ? null : resolve(valueOf("user-data-dir", folder)),
    debuggingPort: port === undefined ? null : portNumber(valueOf("remote-debugging-port", port)),
    files: ourFilesIn(positionals, process.cwd()),
    ignored: [
      ...Object.keys(unknown).map((name) => `--${name}`),
      ...positionals.filter((each) => ourFilesIn([each], "/").length === 0),
    ],
  };
}

function valueOf(name: string, value: string | boolean): string {
  if (typeof value === "string" && value !== "") return value;
  throw new Refusal("switch-without-value", `--${name} needs a value: --${name}=….`);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Refusal("switch-value", `--remote-debugging-port takes a number from 0 to 65535, not "${text}".`);
}
