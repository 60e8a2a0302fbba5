import type { CallDetail } from "../../shared/events.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { hasInvisible } from "../../shared/visible-text.ts";

/** What curl writes by itself, or what belongs to one connection. */
const LEFT_OUT = new Set(["connection", "content-length", "proxy-authorization"]);

/**
 * A call as a command for a POSIX shell that sends the same request again. Secrets are not in it: they are read
 * from the variables LINKDESK_KEY, LINKDESK_KEY_2 and so on; for basic authentication LINKDESK_USER is the name.
 */
export function curlCommand(detail: CallDetail, body: Uint8Array | null): string {
  const { method } = detail.summary;
  const { url, target } = addressOf(detail);
  // Without these two curl would take `..` out of the path, and braces and brackets for patterns.
  const options = ["--path-as-is", "--globoff"];
  // The method of a replay is a stranger's text too.
  if (method !== "GET" || body?.length) options.push(`--request ${word(method)}`);
  if (target !== null) options.push(`--request-target ${word(target)}`);
  let secrets = 0;
  const { host } = new URL(url);
  for (const [name, value] of detail.request.headers) {
    if (name.startsWith(":") || LEFT_OUT.has(name.toLowerCase())) continue;
    if (name.toLowerCase() === "host" && value === host) continue;
    options.push(
      `--header ${headerArgument(name, value, () => `$LINKDESK_KEY${++secrets === 1 ? "" : `_${secrets}`}`)}`,
    );
  }
  const data = method === "POST" || body?.length ? dataOf(body ?? new Uint8Array(0)) : null;
  if (data !== null) options.push(data.option);
  options.push(word(url));
  return `${data?.before ?? ""}curl ${options.join(" \\\n  ")}`;
}

/**
 * A replay has on its request line what a stranger put there, which need not be a path: `@elsewhere.example/` would
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
  return /^[\t\x20-\x7e]*$/.test(text) ? quote(text) : octal(text);
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
  const text = textOf(body);
  if (text === null) {
    const base64 = Buffer.from(body).toString("base64");
    return { before: `printf %s ${quote(base64)} | base64 --decode | `, option: "--data-binary @-" };
  }
  // curl reads a file where the data begins with @, except here.
  return { before: "", option: `${text.startsWith("@") ? "--data-raw" : "--data-binary"} ${quote(text)}` };
}

function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return hasInvisible(text.replaceAll(/[\t\n]/g, "")) ? null : text;
  } catch {
    return null;
  }
}

/** Between single quotes a POSIX shell changes nothing (XCU 2.2.2); a single quote itself stands outside of them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
