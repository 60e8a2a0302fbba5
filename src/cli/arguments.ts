import { parseArgs } from "node:util";
import { Refusal } from "../main/refusal.ts";
import { errorText } from "../shared/primitives.ts";

/** The words that make a command of a start: anything else opens the window. */
export const COMMANDS = ["run", "link", "credit", "charge", "listen", "check", "help"] as const;
type Command = (typeof COMMANDS)[number];

export const HELP = `Linkdesk without a window

  linkdesk run FILE…       run playbooks (.linkdesk-playbook), one after the other
  linkdesk link ID         look up a link
  linkdesk credit          simulate a credit: --amount --currency --user
  linkdesk charge          simulate a charge: --amount --currency --from --to --remark
  linkdesk check FILE…     check case files: whole, altered, left out, signed by whom
  linkdesk listen          show webhooks as they come, until Ctrl-C or --timeout

  --profile NAME           the profile to use, sandbox or test; Sandbox when left out
  --profiles PLACE         where NAME is taken from: an export of profiles (.linkdesk), or a data folder, such as that of
                           the desktop, which is only read, also while its window is open
  --var NAME=VALUE         a parameter of the playbooks; may be given several times
  --data FILE.csv          run once for each row; the first row names the parameters
  --report KIND=FILE,…     write the sheet: junit, html or csv
  --bail                   leave out what follows a step that did not pass
  --timeout TIME           stop after so long, such as 90s or 5m
  --signed-by FINGERPRINT  of check: whose signature is expected
  --port N                 where the listener listens; a free port when left out
  --no-wait                of credit and charge: do not wait for the webhook
  --secrets-stdin          read secrets from standard input, a line NAME=VALUE for each
  --user-data-dir DIR      the data folder; one of the command line's own when left out
  --json                   say everything as lines of JSON

Secrets are never arguments. Of a profile that needs one, LINKDESK_SECRET_AUTHENTICATION is the key of its calls,
LINKDESK_SECRET_SIGNATURE the secret of its signatures, LINKDESK_SECRET_<HEADER> the value of a secret header.

Ends with 0 when all passed, 1 when something failed or is unsure, 2 when something could not run, 3 for bad usage. Of
check: 0 whole and signed, 1 altered or without a signature that holds, 2 a file that cannot be read.
`;

/** What was asked for, checked. */
export interface Asked {
  readonly command: Command;
  readonly words: readonly string[];
  readonly profile: string;
  readonly profilesFile: string | null;
  readonly values: Readonly<Record<string, string>>;
  readonly dataFile: string | null;
  readonly reports: readonly { readonly kind: ReportKind; readonly file: string }[];
  readonly bail: boolean;
  readonly timeoutMs: number | null;
  readonly port: number;
  readonly waits: boolean;
  readonly secretsFromStdin: boolean;
  readonly dataFolder: string | null;
  readonly signedBy: string | null;
  readonly json: boolean;
  readonly fields: Readonly<Record<Field, string>>;
}

const FIELDS = ["amount", "currency", "user", "from", "to", "remark"] as const;
type Field = (typeof FIELDS)[number];
const REPORT_KINDS = ["junit", "html", "csv"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

const TAKE_WORDS: ReadonlySet<Command> = new Set(["run", "link", "check"]);

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

/** A start that cannot be understood: ends with 3. */
export class BadUsage extends Refusal {
  constructor(message: string) {
    super("usage", message);
  }
}

/** @throws BadUsage */
export function readArguments(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const [command = "help", ...words] = positionals;
  if (!isCommand(command)) throw new BadUsage(`There is no command “${command}”. See linkdesk help.`);
  const fields = Object.fromEntries(FIELDS.map((name) => [name, values[name] ?? ""])) as Record<Field, string>;
  if (command === "run" && words.length === 0) throw new BadUsage("Name the playbooks to run: linkdesk run FILE…");
  if (command === "link" && words.length !== 1) throw new BadUsage("Name one link: linkdesk link ID");
  if (command === "check" && words.length === 0) throw new BadUsage("Name the files to check: linkdesk check FILE…");
  if (!TAKE_WORDS.has(command) && words.length > 0)
    throw new BadUsage(`linkdesk ${command} takes no “${words[0] ?? ""}”.`);
  return {
    command,
    words,
    profile: values.profile ?? "Sandbox",
    profilesFile: values.profiles ?? null,
    values: Object.fromEntries((values.var ?? []).map(pair)),
    dataFile: values.data ?? null,
    reports: (values.report ?? []).flatMap((each) => each.split(",")).map(report),
    bail: values.bail ?? false,
    timeoutMs: values.timeout === undefined ? null : milliseconds(values.timeout),
    port: values.port === undefined ? 0 : portGiven(values.port),
    waits: !(values["no-wait"] ?? false),
    secretsFromStdin: values["secrets-stdin"] ?? false,
    dataFolder: values["user-data-dir"] ?? null,
    signedBy: values["signed-by"] === undefined ? null : fingerprint(values["signed-by"]),
    json: values.json ?? false,
    fields,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        profile: text,
        profiles: text,
        var: { type: "string", multiple: true },
        data: text,
        report: { type: "string", multiple: true },
        bail: flag,
        timeout: text,
        port: text,
        "no-wait": flag,
        "secrets-stdin": flag,
        "user-data-dir": text,
        "signed-by": text,
        json: flag,
        amount: text,
        currency: text,
        user: text,
        from: text,
        to: text,
        remark: text,
      },
    });
  } catch (error) {
    // Node adds how to pass a word that looks like an option, which none of ours does.
    const [message = ""] = errorText(error).split(". To specify");
    throw new BadUsage(`${message}. See linkdesk help.`);
  }
}

export function isCommand(word: string | undefined): word is Command {
  return COMMANDS.some((each) => each === word);
}

function pair(given: string): readonly [string, string] {
  const at = given.indexOf("=");
  if (at < 1) throw new BadUsage(`--var takes NAME=VALUE, not “${given}”.`);
  return [given.slice(0, at), given.slice(at + 1)];
}

function report(given: string): { kind: ReportKind; file: string } {
  const [name, file] = pair(given);
  const kind = REPORT_KINDS.find((each) => each === name);
  if (kind === undefined || file === "")
    throw new BadUsage(`--report takes junit=FILE, html=FILE or csv=FILE, not “${given}”.`);
  return { kind, file };
}

function milliseconds(given: string): number {
  const found = /^([0-9]{1,6})(ms|s|m|h)?$/.exec(given);
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[found?.[2] ?? "s"] ?? 1_000;
  const value = Number(found?.[1] ?? 0) * unit;
  if (value < 1 || value > 86_400_000) throw new BadUsage(`--timeout takes a time such as 90s or 5m, not “${given}”.`);
  return value;
}

/** As it is read out: in groups, in capitals or not. */
function fingerprint(given: string): string {
  const plain = given.replaceAll(/[\s:]/g, "").toUpperCase();
  if (!/^[0-9A-F]{40}$/.test(plain)) throw new BadUsage(`--signed-by takes a fingerprint, not “${given}”.`);
  return plain;
}

function portGiven(given: string): number {
  const port = Number(given);
  if (!/^[0-9]{1,5}$/.test(given) || port > 65_535)
    throw new BadUsage(`--port takes a number from 0 to 65535, not “${given}”.`);
  return port;
}
