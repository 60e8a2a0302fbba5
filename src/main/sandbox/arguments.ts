import { parseArgs } from "node:util";
import {
  answerFault,
  DEFAULT_SANDBOX_SETTINGS,
  SANDBOX_SECRET_KEY,
  type SandboxSettings,
  sandboxBehaviour,
  sandboxSettings,
  webhookFault,
} from "../../shared/sandbox.ts";
import { presetSettings, SANDBOX_PRESETS } from "../../shared/signature-presets.ts";

/** What was asked for on the command line. */
export type Command =
  | { readonly run: true; readonly port: number; readonly secretKey: string; readonly settings: SandboxSettings }
  | { readonly run: false; readonly problem: string | null };

const { creditShape, chargeShape } = sandboxBehaviour.shape;
const behaviour = DEFAULT_SANDBOX_SETTINGS.behaviour;

export const HELP = `The sandbox of Linkdesk alone: a peer linking service for any client.

  npm run sandbox -- [options]

  --port N                 port on 127.0.0.1; 0 (the default) takes a free one
  --webhook-url URL        where webhooks go; without it none are sent
  --key KEY                the secret key that calls need (default ${SANDBOX_SECRET_KEY})
  --answer-fault NAME      ${answerFault.options.join(", ")}
  --answer-delay MS        wait before each answer
  --webhook-fault NAME     ${webhookFault.options.join(", ")}
  --webhook-delay MS       between answer and webhook (default ${behaviour.webhookDelayMs})
  --late-delay MS          the same with the fault late (default ${behaviour.lateDelayMs})
  --credit-shape NAME      ${creditShape.options.join(", ")}
  --charge-shape NAME      ${chargeShape.options.join(", ")}
  --attempts N             until the receiver answers 200 (default ${behaviour.attempts})
  --retry-interval MS      between attempts (default ${behaviour.retryIntervalMs})
  --signature NAME         how webhooks are signed: ${SANDBOX_PRESETS.join(", ")}
  --signature-header NAME  the header of the signature, instead of the usual one
  --static-header "N: V"   a further header of every webhook
  --help
`;

const OPTIONS = {
  port: { type: "string" },
  "webhook-url": { type: "string" },
  key: { type: "string" },
  "answer-fault": { type: "string" },
  "answer-delay": { type: "string" },
  "webhook-fault": { type: "string" },
  "webhook-delay": { type: "string" },
  "late-delay": { type: "string" },
  "credit-shape": { type: "string" },
  "charge-shape": { type: "string" },
  attempts: { type: "string" },
  "retry-interval": { type: "string" },
  signature: { type: "string" },
  "signature-header": { type: "string" },
  "static-header": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the command line, the program's own name left out. */
export function readCommand(argv: readonly string[]): Command {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(argv);
  } catch (error) {
    return { run: false, problem: error instanceof Error ? error.message : "The options cannot be understood." };
  }
  if (values.help === true) return { run: false, problem: null };

  const port = numberOf(values.port ?? "0");
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return { run: false, problem: "--port takes a number from 0 to 65535." };
  const secretKey = values.key ?? SANDBOX_SECRET_KEY;
  if (!/^[\x21-\x7e]+$/.test(secretKey))
    return { run: false, problem: "--key takes letters, digits and signs, without spaces." };

  const parsed = sandboxSettings.safeParse({
    behaviour: {
      answerFault: values["answer-fault"] ?? behaviour.answerFault,
      answerDelayMs: numberOf(values["answer-delay"] ?? `${behaviour.answerDelayMs}`),
      webhookFault: values["webhook-fault"] ?? behaviour.webhookFault,
      webhookDelayMs: numberOf(values["webhook-delay"] ?? `${behaviour.webhookDelayMs}`),
      lateDelayMs: numberOf(values["late-delay"] ?? `${behaviour.lateDelayMs}`),
      creditShape: values["credit-shape"] ?? behaviour.creditShape,
      chargeShape: values["charge-shape"] ?? behaviour.chargeShape,
      attempts: numberOf(values.attempts ?? `${behaviour.attempts}`),
      retryIntervalMs: numberOf(values["retry-interval"] ?? `${behaviour.retryIntervalMs}`),
    },
    webhookUrl: values["webhook-url"] ?? null,
    signature: signatureOf(values.signature, values["signature-header"]),
    staticHeader: staticHeaderOf(values["static-header"]),
  });
  if (parsed.success) return { run: true, port, secretKey, settings: parsed.data };
  const [issue] = parsed.error.issues;
  return { run: false, problem: `${optionOf(issue?.path ?? [])}: ${issue?.message ?? "cannot be understood"}` };
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
}

/** NaN, which no schema takes, for anything but plain digits. */
function numberOf(text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** null, which no schema takes, for a scheme that there is not. */
function signatureOf(name: string | undefined, header: string | undefined) {
  const scheme = SANDBOX_PRESETS.find((each) => each === (name ?? "body"));
  if (scheme === undefined) return null;
  return { ...presetSettings(scheme), ...(header !== undefined && { header }) };
}

function staticHeaderOf(text: string | undefined): { name: string; value: string } | null {
  if (text === undefined) return null;
  const [name = "", ...rest] = text.split(":");
  return { name: name.trim(), value: rest.join(":").trim() };
}

/** `behaviour.retryIntervalMs` is the option `--retry-interval`. */
function optionOf(path: readonly PropertyKey[]): string {
  if (path[0] === "signature" && path[1] === "header") return "--signature-header";
  const name = String(path[0] === "behaviour" ? path[1] : path[0]);
  return `--${name.replace(/Ms$/, "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
