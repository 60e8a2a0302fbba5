import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from "node:fs";
import { join } from "node:path";
import electronLog from "electron-log/node";
import { SECRET_MASK } from "../shared/primitives.ts";
import { logText, terminalText } from "./terminal-text.ts";

/** Bytes of one file, and how many there are: the current one and those before it. */
const FILE_BYTES = 1_048_576;
const FILES = 3;
/** Characters of one entry: an error that quotes a body must not push everything else out of the files. */
const ENTRY_AT_MOST = 8_000;
const MESSAGE_AT_MOST = 400;
const FRAMES_AT_MOST = 15;
const CAUSES_AT_MOST = 4;
/** Entries that wait for the folder to be known. */
const WAITING_AT_MOST = 200;

export type Log = (message: string, error?: unknown) => void;

/** What happens in the program itself, on the terminal and in a file: a packaged program has no terminal. */
export type ProgramLog = ReturnType<typeof createProgramLog>;

interface Options {
  readonly terminal?: (text: string) => void;
  readonly fileBytes?: number;
}

/**
 * On the terminal an error is written as Node shows it. In the file stands less: an error's name, message and stack,
 * and those of its causes, masked. Whatever else an error carries (bodies, requests, headers) stays out of it.
 */
export function createProgramLog({ terminal = toTerminal, fileBytes = FILE_BYTES }: Options = {}) {
  // An instance of our own: settings of the library's shared one would be changed by every part that uses it.
  const library = electronLog.create({ logId: "linkdesk" });
  library.transports.console.level = false;
  const { file: transport } = library.transports;
  transport.level = false;
  transport.format = "{iso} {text}";
  transport.maxSize = fileBytes;
  transport.writeOptions = { flag: "a", mode: 0o600, encoding: "utf8" };
  transport.archiveLogFn = (current) => makeRoom(current.path);
  let path: string | null = null;
  let waiting: string[] = [];
  let withoutKnown = (text: string): string => text;
  const masked = (text: string): string => withoutTelling(withoutKnown(text));

  function toFile(entry: string): void {
    if (path === null) waiting = [...waiting, entry].slice(-WAITING_AT_MOST);
    // Cut before it is masked, which takes time, and again after: a secret may have lost its end at the first cut.
    else
      library.info(
        "%s",
        terminalText(masked(entry.slice(0, 2 * ENTRY_AT_MOST)))
          .replaceAll("\n", "\n  ")
          .slice(0, ENTRY_AT_MOST),
      );
  }

  return {
    /** Writes both. Never throws: a log that cannot be written is no reason to stop. */
    write(message: string, error?: unknown): void {
      terminal(logText(message, error));
      toFile(error === undefined ? message : `${message} ${described(error)}`);
    },
    /** From now on in `logs/linkdesk.log` of this folder too; what was said before comes first. */
    keepIn(dataFolder: string): void {
      const file = join(dataFolder, "logs", "linkdesk.log");
      path = file;
      transport.resolvePathFn = () => file;
      transport.level = "info";
      for (const entry of waiting.splice(0)) toFile(entry);
      toFile(`Started: process ${process.pid}, Node ${process.versions.node} on ${process.platform} ${process.arch}.`);
    },
    /** How the secrets that are known are taken out of a text; before this is said none is known. */
    maskWith(mask: (text: string) => string): void {
      withoutKnown = mask;
    },
    /** Masks a text as entries of the file are masked. */
    masked,
    /** The file; null before its folder is known. */
    file: (): string | null => path,
    /** The last entries of the file, oldest first; none where it cannot be read. */
    tail: (bytes: number): string => (path === null ? "" : endOf(path, bytes)),
  };
}

function toTerminal(text: string): void {
  // As an argument: a percent sign in the first one would be taken for a place to fill in.
  console.error("%s", text);
}

/** `linkdesk.log` becomes `linkdesk.1.log`, that one `linkdesk.2.log`; the oldest goes. */
function makeRoom(file: string): void {
  const numbered = (number: number): string => (number === 0 ? file : file.replace(/\.log$/, `.${number}.log`));
  for (let number = FILES - 2; number >= 0; number -= 1)
    if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
}

/** The end of a file from the first whole line in it. */
function endOf(file: string, bytes: number): string {
  try {
    const descriptor = openSync(file, "r");
    try {
      const { size } = fstatSync(descriptor);
      const buffer = Buffer.alloc(Math.min(size, bytes));
      readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
      const text = buffer.toString("utf8");
      return size > bytes ? text.slice(text.indexOf("\n") + 1) : text;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

/** Name, code, message and stack of an error and of its causes: nothing else that hangs on it. */
function described(error: unknown): string {
  const parts: string[] = [];
  for (let each = error, count = 0; each !== undefined && each !== null && count < CAUSES_AT_MOST; count += 1) {
    if (!(each instanceof Error)) {
      parts.push(typeof each === "string" ? shortened(each) : `a thrown ${typeof each}`);
      break;
    }
    const code = "code" in each && typeof each.code === "string" ? ` [${each.code}]` : "";
    const frames = (each.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
    parts.push([`${each.name}${code}: ${messageOf(each)}`, ...frames.slice(0, FRAMES_AT_MOST)].join("\n"));
    each = each.cause;
  }
  return parts.join("\ncaused by ");
}

/** A parser's message quotes what it could not read. */
function messageOf(error: Error): string {
  const { message } = error;
  return shortened(error instanceof SyntaxError ? message.replaceAll(/"[^\n]*"/g, "(a text)") : message);
}

function shortened(text: string): string {
  return text.length > MESSAGE_AT_MOST ? `${text.slice(0, MESSAGE_AT_MOST)} … (${text.length} characters)` : text;
}

const TELLING: readonly (readonly [RegExp, string])[] = [
  // Names and passwords, and what follows the question mark, in addresses.
  [/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"']+@/gi, `$1${SECRET_MASK}@`],
  [/([a-z][a-z0-9+.-]{1,20}:\/\/[^\s?"']+)\?[^\s"'<>)]*/gi, `$1?${SECRET_MASK}`],
  // Headers and fields whose name says that their value is a secret.
  [
    /((?:authorization|cookie|[\w-]{0,40}(?:api[_-]?key|token|secret|password|signature)[\w-]{0,40})["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|(?:(?:bearer|basic|digest|token) )?[^\s,;"')]+)/gi,
    `$1${SECRET_MASK}`,
  ],
  [/\b(bearer|basic) [\w+/=.~-]{6,}/gi, `$1 ${SECRET_MASK}`],
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, SECRET_MASK],
];

function withoutTelling(text: string): string {
  const masked = TELLING.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text);
  return masked.split("\n").map(withoutBody).join("\n");
}

/** What stands in long brackets looks like a piece of a body. */
function withoutBody(line: string): string {
  const start = line.search(/[{[]/);
  const end = Math.max(line.lastIndexOf("}"), line.lastIndexOf("]"));
  return start < 0 || end - start < 60 ? line : `${line.slice(0, start)}{…}${line.slice(end + 1)}`;
}
