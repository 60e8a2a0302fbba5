import { parseArgs } from "node:util";
import { z } from "zod";
import type { NewInbox } from "./people/registry.ts";

const whole = z
  .string()
  .regex(/^[0-9]{1,15}$/, "takes a whole number")
  .transform(Number);
const list = z.string().transform((text) => text.split(",").flatMap((each) => each.trim() || []));
const name = z.string().trim().min(1, "takes a name").max(200, "takes at most 200 characters");

/** The parts of the help that options stand in. */
const PARTS = { all: "Of all of them", running: "Running", people: "Inboxes and members" } as const;
type Part = keyof typeof PARTS;

interface HelpLine {
  /** What is given with it; null for a switch. */
  readonly takes: string | null;
  readonly says: { readonly [Each in Part]?: string };
}

const helpLines = z.registry<HelpLine>();

/** An option with its line in the help. What counts where it is not given is added to the line. */
function option<S extends z.ZodType>(schema: S, takes: HelpLine["takes"], says: HelpLine["says"]): S {
  helpLines.add(schema, { takes, says });
  return schema;
}

/** Every option: how it is read, what counts where it is not given, and what is said of it. */
export const options = z.object({
  data: option(z.string().min(1, "takes a folder").default("relay-data"), "DIR", { all: "where everything is kept" }),
  nats: option(list.default([]), "LIST", {
    all: "nats://HOST:4222,…: everything is kept there instead, for any number of relays",
  }),
  "nats-creds": option(z.string().optional(), "FILE", {
    all: "who lets us in; or LINKDESK_NATS_USER and LINKDESK_NATS_PASSWORD in the environment",
  }),
  "nats-ca": option(z.string().optional(), "FILE", {
    all: "certificates of the authority that the servers' own are signed by",
  }),
  replicas: option(whole.refine((count) => [1, 3, 5].includes(count), "takes 1, 3 or 5").default(1), "N", {
    all: "on how many NATS servers: 1, 3 or 5",
  }),
  port: option(whole.refine((port) => port <= 65_535, "takes a number up to 65535").default(8790), "N", {
    running: "where it listens; 0 takes a free one",
  }),
  host: option(z.string().default("127.0.0.1"), "ADDRESS", {
    running: "at which address; 0.0.0.0 to be reached from elsewhere without a proxy before it",
  }),
  url: option(
    z
      .string()
      .refine((text) => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text), "takes an address without a path")
      .transform((text) => new URL(text).origin)
      .optional(),
    "URL",
    { running: "the address by which senders and desktops reach it, such as https://relay.example.com" },
  ),
  "tls-cert": option(z.string().optional(), "FILE", {
    running: "certificate chain, as PEM: it then speaks https by itself",
  }),
  "tls-key": option(z.string().optional(), "FILE", { running: "the key that belongs to it" }),
  "trust-proxy": option(list.default(["127.0.0.1", "::1"]), "LIST", {
    running: "addresses and networks whose X-Forwarded-For is believed",
  }),
  "max-body": option(
    whole
      .refine((bytes) => bytes > 0 && bytes <= 67_108_864, "takes a number of bytes up to 67108864")
      .default(10_485_760),
    "BYTES",
    { running: "of one webhook; 67108864 at most" },
  ),
  "keep-days": option(whole.refine((days) => days <= 36_500, "takes up to 36500 days").optional(), "N", {
    running: "how long webhooks are kept (30; 0 without end)",
    people: "keeps this inbox's webhooks for less long than the relay keeps any (0: as the relay does)",
  }),
  "keep-bytes": option(whole.optional(), "N", {
    running: "how much is kept (10737418240; 0 without end; with NATS of each inbox, 1073741824)",
  }),
  "nats-monitor": option(
    list.refine((all) => all.every((each) => URL.canParse(each)), "takes http addresses").default([]),
    "LIST",
    { running: "http://HOST:8222,…: where the NATS servers tell how often they write to their disks" },
  ),
  drain: option(whole.refine((seconds) => seconds <= 600, "takes up to 600 seconds").default(0), "SECONDS", {
    running: "before it ends, /health answers 503 for so long, so that a proxy sends to the others",
  }),
  "require-durable": option(z.boolean().default(false), null, {
    running: "does not start where a loss of power may cost what was answered 2xx",
  }),
  "address-rate": option(whole.default(1_000), "N", { running: "requests a second from one address; 0 without limit" }),
  "inbox-rate": option(whole.default(1_000), "N", { running: "requests a second to one inbox; 0 without limit" }),
  status: option(
    whole.refine((status) => status >= 200 && status <= 599, "takes an HTTP status from 200 to 599").optional(),
    "N",
    { people: "what senders to the inbox are answered (200)" },
  ),
  body: option(z.string().max(10_000, "takes at most 10000 characters").optional(), "TEXT", {
    people: "with this text (empty)",
  }),
  "answer-wait": option(whole.refine((ms) => ms <= 30_000, "takes up to 30000 milliseconds").optional(), "MS", {
    people: "a member's Linkdesk may answer in its place, and has so long (2000; 0: none may)",
  }),
  rename: option(name.optional(), "NAME", { people: "another name for the inbox" }),
  inbox: option(z.array(name).default([]), "NAME", { people: "which inboxes the member receives" }),
  days: option(whole.refine((days) => days > 0 && days <= 365, "takes 1 to 365").default(7), "N", {
    people: "how long the invitation can be used",
  }),
});
export type Options = z.infer<typeof options>;

/** Where what an option is for begins. */
const INDENT = 26;

function helpOf(part: Part): string {
  const lines = Object.entries(options.shape).flatMap(([each, schema]) => {
    const line = helpLines.get(schema);
    const says = line?.says[part];
    if (says === undefined) return [];
    const otherwise = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : "";
    const text = line?.takes === null || otherwise === "" ? says : `${says} (${otherwise})`;
    return [`  --${each} ${line?.takes ?? ""}`.padEnd(INDENT) + text];
  });
  return [PARTS[part], ...lines].join("\n");
}

export const HELP = `linkdesk-relay: one webhook address for a team, and no webhook lost while a laptop is closed.

  linkdesk-relay --data DIR --port N [options]     runs the relay
  linkdesk-relay inbox add NAME                    a place for a business's webhooks, and its address
  linkdesk-relay inbox change NAME [options]       what is not named stays as it is, and its address does
  linkdesk-relay inbox remove NAME                 its address answers 404 from then on
  linkdesk-relay member add NAME --inbox NAME      an invitation that Linkdesk opens; --inbox once for each
  linkdesk-relay list                              inboxes and members
  linkdesk-relay revoke NAME                       puts a member out, within a minute
  linkdesk-relay --help                            says this

${helpOf("all")}

${helpOf("running")}

${helpOf("people")}
`;

/** What the options say of an inbox; what they do not name is not in it. */
export function inboxOptions({ status, body, "answer-wait": answerWaitMs, "keep-days": keepDays }: Options): NewInbox {
  return {
    ...(status === undefined ? {} : { status }),
    ...(body === undefined ? {} : { body }),
    ...(answerWaitMs === undefined ? {} : { answerWaitMs }),
    ...(keepDays === undefined ? {} : { keepDays }),
  };
}

/** What was asked for on the command line. */
export type Command =
  | { readonly do: "run"; readonly options: Options }
  | { readonly do: "help"; readonly problem: string | null }
  | Administration;

/** What is done to the relay's files, whether or not it runs. */
export type Administration =
  | { readonly do: "list"; readonly options: Options }
  | {
      readonly do: "inbox add" | "inbox change" | "inbox remove" | "member add" | "revoke";
      readonly name: string;
      readonly options: Options;
    };

const help = (problem: string | null): Command => ({ do: "help", problem });

/** Reads the command line, the program's own name left out. */
export function readCommand(argv: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    return help(error instanceof Error ? error.message : "The options cannot be understood.");
  }
  const { values, positionals } = parsed;
  if (values["help"] === true) return help(null);
  const read = options.safeParse(values);
  if (!read.success) {
    const [issue] = read.error.issues;
    return help(`--${String(issue?.path[0])} ${issue?.message ?? "cannot be understood"}.`);
  }
  if ((read.data["tls-cert"] === undefined) !== (read.data["tls-key"] === undefined))
    return help("--tls-cert and --tls-key belong together.");
  const [first, second] = positionals;
  const rest = positionals.slice(first === "revoke" ? 1 : 2);
  switch (first === "inbox" || first === "member" ? `${first} ${second}` : first) {
    case undefined:
      return { do: "run", options: read.data };
    case "list":
      return { do: "list", options: read.data };
    case "inbox add":
    case "inbox change":
    case "inbox remove":
    case "member add":
    case "revoke": {
      const named = name.safeParse(rest[0]);
      if (!named.success || rest.length !== 1) return help(`${first} takes one name.`);
      const command = first === "revoke" ? "revoke" : first === "member" ? "member add" : `inbox ${second}`;
      return { do: command as "revoke", name: named.data, options: read.data };
    }
    default:
      return help(`"${positionals.join(" ")}" is not known.`);
  }
}

function parse(argv: readonly string[]) {
  const named = Object.entries(options.shape).map(([option, schema]) => {
    const read = schema.unwrap();
    return [
      option,
      { type: read instanceof z.ZodBoolean ? "boolean" : "string", multiple: read instanceof z.ZodArray },
    ] as const;
  });
  return parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(named), help: { type: "boolean", short: "h" } },
    strict: true,
    allowPositionals: true,
  });
}
