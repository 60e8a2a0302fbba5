import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { NONCE_PLACEHOLDER } from "../../src/main/assets/index.ts";
import { buildPreload } from "../preload-check.ts";

const PAGE = `<!doctype html><meta charset="utf-8"><title>Bench</title>
<meta property="csp-nonce" nonce="${NONCE_PLACEHOLDER}"><style nonce="${NONCE_PLACEHOLDER}">h1 { color: rgb(1, 2, 3) }</style>
<script type="module" crossorigin src="/page.js"></script>
<h1>Bench</h1><label>File <input type="file"></label><button id="copy">Copy</button>
<a href="data:text/plain,hello" download="proof.txt">Save</a><a href="https://example.com/">Away</a>
<a href="https://example.com/" target="_blank" rel="noopener">New window</a>`;

const SCRIPT = `
trustedTypes.createPolicy("default", { createScriptURL: (address) => address });
globalThis.pushes = [];
globalThis.fromWorker = "";
linkdesk.on("app.command", (push) => pushes.push(push.port));
document.getElementById("copy").onclick = () =>
  navigator.clipboard.writeText("copied").then(() => (document.title = "copied"), (error) => (document.title = String(error)));
new Worker(new URL("/worker.js", import.meta.url), { type: "module" }).onmessage = (event) => (globalThis.fromWorker = event.data);
globalThis.started = true;`;

const WORKER = `import { word } from "/word.js"; postMessage(word);`;

export interface TestFiles {
  readonly folder: string;
  readonly preloadFile: string;
  readonly rendererFolder: string;
}

/** A page that uses what ours uses: a module, a worker with an import, an inline style, and the built preload. */
export async function writeTestFiles(): Promise<TestFiles> {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-window-"));
  const rendererFolder = join(folder, "renderer");
  mkdirSync(rendererFolder);
  const preloadFile = join(folder, "preload.cjs");
  writeFileSync(preloadFile, await buildPreload(join(import.meta.dirname, "../..")));
  const files = {
    "index.html": PAGE,
    "page.js": SCRIPT,
    "worker.js": WORKER,
    "word.js": 'export const word = "works";',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(rendererFolder, name), text);
  return { folder, preloadFile, rendererFolder };
}

export interface Program {
  readonly child: ChildProcess;
  readonly dataFolder: string;
  readonly port: number;
  output(): string;
  /** What the program has noted: each call, and that it was asked to quit. */
  notes(): readonly string[];
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>;
  /** Resolves when the window is ready; rejects when the program ends before. */
  readonly ready: Promise<void>;
  /** Connects as a DevTools client of its own. */
  connect(options?: { readonly noDefaults: boolean }): Promise<{ readonly browser: Browser; readonly page: Page }>;
  kill(): Promise<void>;
}

let started = 0;

/** Starts the program headless, as a process, in a home without a Downloads folder. */
export function startProgram(files: TestFiles, port: number, dataFolder: string, switches: string[] = []): Program {
  started += 1;
  const notesFile = join(files.folder, `notes-${started}`);
  const home = join(files.folder, "home");
  mkdirSync(home, { recursive: true });
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "chromium-program.ts"),
      files.preloadFile,
      files.rendererFolder,
      notesFile,
      "--headless",
      `--user-data-dir=${dataFolder}`,
      `--remote-debugging-port=${port}`,
      ...switches,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, ".config") } },
  );
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Linkdesk is ready")) resolve();
      });
    void ended.then((code) => reject(new Error(`The program ended with ${code}.\n${output}`)));
  });
  // A test that only waits for the end does not want to hear of this.
  ready.catch(() => undefined);
  return {
    child,
    dataFolder,
    port,
    ended,
    ready,
    output: () => output,
    notes: () => (existsSync(notesFile) ? readFileSync(notesFile, "utf8").trim().split("\n") : []),
    connect: async (options) => {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, options);
      const page = browser.contexts()[0]?.pages()[0];
      if (page === undefined) throw new Error("There is no page.");
      return { browser, page };
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

export function removeTestFiles({ folder }: TestFiles): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
