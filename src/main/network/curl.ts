import type { CallDetail, DeliveryDetail } from "../../shared/events.ts";
import { schemeOf } from "../../shared/header-rules.ts";
import { type EventId, type HeaderList, SECRET_MASK } from "../../shared/primitives.ts";
import { alwaysSecret } from "../../shared/profile.ts";
import { exactUtf8 } from "../../shared/utf8.ts";
import { hasInvisible } from "../../shared/visible-text.ts";
import type { Journal } from "../journal/index.ts";
import { Refusal } from "../refusal.ts";

/** What curl writes by itself, or what belongs to one connection. */
const OF_A_CALL = new Set(["connection", "content-length", "proxy-authorization"]);
const OF_A_DELIVERY = new Set(["host", "content-length", "connection", "transfer-encoding", "expect", "keep-alive"]);
/** Header fields that curl adds unless told not to. */
const ADDED_BY_CURL = ["Accept", "User-Agent", "Content-Type"];
/** Bytes of a body that go into the command: a longer argument may not fit (Linux takes 128 KiB). */
const ARGUMENT_BYTES = 60_000;

/**
 * Makes the command that sends an event's request again: a call to the service, a delivery to the listener.
 *
 * @param listenerUrl where the listener is now; null while it does not listen
 * @throws Refusal `no-request` when there is no such event, or nothing was sent
 */
export async function curlOf(
  journal: Pick<Journal, "detail" | "body">,
  listenerUrl: string | null,
  id: EventId,
): Promise<string> {
  const detail = await journal.detail(id);
  if (detail === null || detail.kind === "notice")
    throw new Refusal("no-request", "What this row shows is no longer in the log, or was no request.");
  const body = detail.request.size > 0 ? await journal.body(id, "request") : null;
  return detail.kind === "call" ? callCommand(detail, body) : deliveryCommand(detail, body, listenerUrl);
}

/** One request in curl's words. */
interface Command {
  readonly method: string | null;
  readonly url: string;
  /** What is to stand on the request line where that is no path. */
  readonly target: string | null;
  readonly headers: HeaderList;
  readonly options: readonly string[];
  /** null: none is sent, not even one that is empty. */
  readonly body: Uint8Array | null;
}

export function callCommand(detail: CallDetail, body: Uint8Array | null): string {
  const { method } = detail.summary;
  const { url, target } = addressOf(detail);
  const { host } = new URL(url);
  const hasBody = (body?.length ?? 0) > 0;
  return command({
    // The method of a replay is text from outside too.
    method: method !== "GET" || hasBody ? method : null,
    url,
    target,
    headers: detail.request.headers.filter(
      ([name, value]) =>
        !(name.startsWith(":") || OF_A_CALL.has(name.toLowerCase())) &&
        !(name.toLowerCase() === "host" && value === host),
    ),
    options: [],
    body: method === "POST" || hasBody ? (body ?? new Uint8Array(0)) : null,
  });
}

/** What came to the listener, header fields in their order and case, the body byte for byte. */
export function deliveryCommand(
  { summary, request }: DeliveryDetail,
  body: Uint8Array | null,
  listenerUrl: string | null,
): string {
  const { localAddress, localPort } = request;
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const origin = listenerUrl === null ? `http://${host}:${localPort}` : new URL(listenerUrl).origin;
  const isPath = summary.path.startsWith("/");
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const shown = (name: string, value: string): string =>
    alwaysSecret(name) && !value.includes(SECRET_MASK) ? schemeOf(value) + SECRET_MASK : value;
  return command({
    method: summary.method,
    url: origin + (isPath ? summary.path : "/"),
    target: isPath ? null : summary.path,
    headers: request.headers
      .filter(([name]) => !OF_A_DELIVERY.has(name.toLowerCase()))
      .map(([name, value]) => [name, shown(name, value)]),
    options: [
      "--http1.1",
      ...ADDED_BY_CURL.filter((name) => !names.has(name.toLowerCase())).map((name) => `--header ${quote(`${name}:`)}`),
    ],
    body: body !== null && body.length > 0 ? body : null,
  });
}

/**
 * A command for a POSIX shell. Secrets are not in it: they are read from the variables LINKDESK_KEY, LINKDESK_KEY_2 and
 * so on; for basic authentication LINKDESK_USER is the name.
 */
function command({ method, url, target, headers, options, body }: Command): string {
  let secrets = 0;
  const variable = (): string => `$LINKDESK_KEY${++secrets === 1 ? "" : `_${secrets}`}`;
  const data = body === null ? null : dataOf(body);
  const words = [
    // Without these two curl would take `..` out of the path, and braces and brackets for patterns.
    "--path-as-is",
    "--globoff",
    ...(method === null ? [] : [`--request ${word(method)}`]),
    ...(target === null ? [] : [`--request-target ${word(target)}`]),
    ...headers.map(([name, value]) => `--header ${headerArgument(name, value, variable)}`),
    ...options,
    ...(data === null ? [] : [data.option]),
    word(url),
  ];
  return `${data?.before ?? ""}curl ${words.join(" \\\n  ")}`;
}

/**
 * A replay has on its request line what its sender put there, which need not be a path: `@elsewhere.example/` would
 * make another host of the address. Curl is then given the address alone, and that text apart from it.
 */
function addressOf({ url, summary }: CallDetail): { readonly url: string; readonly target: string | null } {
  const { path } = summary;
  if (path.startsWith("/") || !url.endsWith(path)) return { url, target: null };
  return { url: `${url.slice(0, url.length - path.length)}/`, target: path };
}

function headerArgument(name: string, value: string, nextVariable: () => string): string {
  // `name:` alone would tell curl to leave the header out; a semicolon sends it empty.
  if (value === "") return quote(`${name};`);
  if (value === `Basic ${SECRET_MASK}`) return quote(`${name}: Basic `) + basicToken(nextVariable());
  const [before = "", ...after] = `${name}: ${value}`.split(SECRET_MASK);
  return after.reduce(
    (argument, part) => `${argument}"${nextVariable()}"${part === "" ? "" : word(part)}`,
    word(before),
  );
}

/** RFC 7617: the token is made of name and password, and those are what people have. */
function basicToken(password: string): string {
  return `"$(printf %s "$LINKDESK_USER:${password}" | base64 | tr -d '\\n')"`;
}

function word(text: string): string {
  // A tab too: a terminal that it is pasted into would complete a word there.
  return /^[\x20-\x7e]*$/.test(text) ? quote(text) : octal(text);
}

/** The bytes of a header are Latin-1 here, and a terminal would write UTF-8. */
function octal(text: string): string {
  const escaped = text.replace(
    // At the start a dash would be an option of printf.
    /[^A-Za-z0-9 :;,._-]|^-/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"$(printf '${escaped}')"`;
}

/**
 * Text goes into the command. Bytes that are no text go through base64, and so do control characters, which a terminal
 * would act on when the command is pasted, and characters that hide or turn about what is read before Enter is pressed.
 */
function dataOf(body: Uint8Array): { readonly before: string; readonly option: string } {
  const text = body.length > ARGUMENT_BYTES ? null : pastedText(body);
  if (text === null) {
    const base64 = Buffer.from(body).toString("base64");
    return { before: `printf %s ${quote(base64)} | base64 --decode | `, option: "--data-binary @-" };
  }
  // curl reads a file where the data begins with @, except here.
  return { before: "", option: `${text.startsWith("@") ? "--data-raw" : "--data-binary"} ${quote(text)}` };
}

function pastedText(body: Uint8Array): string | null {
  const text = exactUtf8(body);
  return text === null || hasInvisible(text.replaceAll("\n", "")) ? null : text;
}

/** Between single quotes a POSIX shell changes nothing (XCU 2.2.2); a single quote itself stands outside of them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
