import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { resolveConfig } from "electron-vite";
import { build, parseAst } from "vite";

/** What a sandboxed preload can `require` (Electron, docs/tutorial/sandbox.md); anything else fails in the window. */
const OFFERED = new Set(["electron", "electron/common", "electron/renderer"]);
for (const name of ["events", "timers", "url"]) OFFERED.add(name).add(`node:${name}`);

/** Builds the preload alone, with the project's own configuration, and returns its text: never a stale file. */
export async function buildPreload(root: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linkdesk-preload-"));
  try {
    const { config } = await resolveConfig({ root, logLevel: "warn" }, "build", "production");
    const preload = config?.preload;
    if (preload === undefined) throw new Error("electron.vite.config.ts has no preload.");
    await build({ ...preload, root, build: { ...preload.build, outDir: folder, emptyOutDir: true } });
    return await readFile(join(folder, "index.cjs"), "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every reason why the text would not run as a sandboxed preload; empty when it would. */
export function sandboxProblems(source: string): readonly string[] {
  const problems: string[] = [];
  visit(parseAst(source), (node) => {
    if (node.type === "ImportExpression") problems.push("import() is not there in a sandboxed preload");
    if (node.type.startsWith("Import") || node.type.startsWith("Export")) problems.push(`${node.type}: not CommonJS`);
    if (node.type !== "CallExpression" || node.callee?.name !== "require") return;
    const wanted: unknown = node.arguments?.[0]?.value;
    if (typeof wanted !== "string") problems.push("require of a name that is not known before it runs");
    else if (!OFFERED.has(wanted)) problems.push(`require("${wanted}") fails in a sandboxed preload`);
  });
  return problems;
}

interface SyntaxNode {
  readonly type: string;
  readonly callee?: { readonly name?: unknown };
  readonly arguments?: readonly { readonly value?: unknown }[];
}

function visit(value: unknown, seen: (node: SyntaxNode) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") seen(value as SyntaxNode);
  for (const child of Object.values(value)) visit(child, seen);
}

export interface RunPreload {
  /** What was exposed to the page, by name. */
  readonly exposed: Readonly<Record<string, unknown>>;
  /** The arguments of every `ipcRenderer.invoke`. */
  readonly invoked: readonly (readonly unknown[])[];
  /** Sends as main does, to the listeners of a channel. */
  send(channel: string, ...parameters: readonly unknown[]): void;
}

/**
 * Runs the text as Electron does, with nothing around it but an `electron` of ours.
 *
 * @param answer what `ipcRenderer.invoke` comes back with
 */
export function runPreload(source: string, answer: () => Promise<unknown>): RunPreload {
  const exposed: Record<string, unknown> = {};
  const invoked: unknown[][] = [];
  const listeners = new Map<string, ((...parameters: unknown[]) => void)[]>();
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      invoke: (...parameters: unknown[]) => {
        invoked.push(parameters);
        return answer();
      },
      on: (channel: string, listener: (...parameters: unknown[]) => void) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    },
  };
  const context = createContext({ queueMicrotask });
  const body = new Script(`(function (require, module, exports) { ${source}\n})`).runInContext(context);
  body(
    (name: string) => {
      if (name === "electron") return electron;
      throw new Error(`The preload asked for ${name}.`);
    },
    { exports: {} },
    {},
  );
  return {
    exposed,
    invoked,
    send: (channel, ...parameters) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...parameters);
    },
  };
}
