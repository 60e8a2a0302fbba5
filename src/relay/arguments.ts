import { parseArgs } from "node:util";
import { z } from "zod";
import type { NewInbox } from "./people/registry.ts";

export const HELP = `linkdesk-relay: one webhook address for a team, and no webhook lost while a laptop is closed.

  linkdesk-relay --data DIR --port N [options]     runs the relay
  linkdesk-relay inbox add NAME                    a place for a business's webhooks, and its address
  linkdesk-relay inbox change NAME [options]       what is not named stays as it is, and its address does
  linkdesk-relay inbox remove NAME                 its address answers 404 from then on
  linkdesk-relay member add NAME --inbox NAME      an invitation that Linkdesk opens; --inbox once for each
  linkdesk-relay list                              inboxes and members
  linkdesk-relay revoke NAME                       puts a member out, within a minute

Of all of them
  --data DIR              where everything is kept (default ./relay-data)
  --nats LIST             nats://HOST:4222,…: everything is kept there instead, for any number of relays; who lets
                          us in: --nats-creds FILE, or LINKDESK_NATS_USER and LINKDESK_NATS_PASSWORD in the environment
  --nats-ca FILE          certificates of the authority that the servers' own are signed by
  --replicas N            on how many NATS servers: 1, 3 or 5 (1)
  --help

Running
  --port N                8790; 0 takes a free one
  --host ADDRESS          127.0.0.1; 0.0.0.0 to be reached from elsewhere without a proxy before it
  --url URL               the address by which senders and desktops reach it, such as https://relay.example.com
  --tls-cert FILE         certificate chain and key, as PEM: it then speaks https by itself
  --tls-key FILE
  --trust-proxy LIST      addresses and networks whose X-Forwarded-For is believed (127.0.0.1,::1)
  --max-body BYTES        of one webhook (10485760), 67108864 at most
  --keep-days N           how long webhooks are kept (30; 0 without end)
  --keep-bytes N          how much is kept (10737418240; 0 without end; with NATS of each inbox, 1073741824)
  --nats-monitor LIST     http://HOST:8222,…: where the NATS servers tell how often they write to their disks
  --drain SECONDS         before it ends, /health answers 503 for so long, so that a proxy sends to the others (0)
  --require-durable       does not start where a loss of power may cost what was answered 2xx
  --address-rate N        requests a second from one address (1000; 0 without limit)
  --inbox-rate N          requests a second to one inbox (1000; 0 without limit)

Inboxes and members
  --status N              what senders to the inbox are answered (200)
  --body TEXT             with this text (empty)
  --answer-wait MS        a member's Linkdesk may answer in its place, and has so long (2000; 0: none may)
  --keep-days N           keeps this inbox's webhooks for less long than the relay keeps any (0: as the relay does)
  --rename NAME           another name for the inbox
  --inbox NAME            which inboxes the member receives
  --days N                how long the invitation can be used (7)
`;

const whole = z
  .string()
  .regex(/^[0-9]{1,15}$/, "takes a whole number")
  .transform(Number);
const list = z.string().transform((text) => text.split(",").flatMap((each) => each.trim() || []));
const name = z.string().trim().min(1, "takes a name").max(200, "takes at most 200 characters");

/** Every option: how it is read, and what counts where it is not given. */
export const options = z.object({
  data: z.string().min(1, "takes a folder").default("relay-data"),
  port: whole.refine((port) => port <= 65_535, "takes a number up to 65535").default(8790),
  host: z.string().default("127.0.0.1"),
  url: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text), "takes an address without a path")
    .transform((text) => new URL(text).origin)
    .optional(),
  "tls-cert": z.string().optional(),
  "tls-key": z.string().optional(),
  "trust-proxy": list.default(["127.0.0.1", "::1"]),
  "max-body": whole
    .refine((bytes) => bytes > 0 && bytes <= 67_108_864, "takes a number of bytes up to 67108864")
    .default(10_485_760),
  "keep-days": whole.refine((days) => days <= 36_500, "takes up to 36500 days").optional(),
  "keep-bytes": whole.optional(),
  nats: list.default([]),
  "nats-creds": z.string().optional(),
  "nats-ca": z.string().optional(),
  "nats-monitor": list.refine((all) => all.every((each) => URL.canParse(each)), "takes http addresses").default([]),
  replicas: whole.refine((count) => [1, 3, 5].includes(count), "takes 1, 3 or 5").default(1),
  drain: whole.refine((seconds) => seconds <= 600, "takes up to 600 seconds").default(0),
  "require-durable": z.boolean().default(false),
  "address-rate": whole.default(1_000),
  "inbox-rate": whole.default(1_000),
  status: whole.refine((status) => status >= 200 && status <= 599, "takes an HTTP status from 200 to 599").optional(),
  body: z.string().max(10_000, "takes at most 10000 characters").optional(),
  "answer-wait": whole.refine((ms) => ms <= 30_000, "takes up to 30000 milliseconds").optional(),
  rename: name.optional(),
  inbox: z.array(name).default([]),
  days: whole.refine((days) => days > 0 && days <= 365, "takes 1 to 365").default(7),
});
export type Options = z.infer<typeof options>;

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
