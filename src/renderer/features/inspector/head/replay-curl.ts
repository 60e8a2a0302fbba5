import type { DeliveryDetail } from "../../../../shared/events.ts";
import { schemeOf } from "../../../../shared/header-rules.ts";
import { SECRET_MASK } from "../../../../shared/primitives.ts";
import { alwaysSecret } from "../../../../shared/profile.ts";
import { base64Of } from "../../../core/base64.ts";

/** Headers that curl makes anew for its own connection. */
const MADE_BY_CURL = new Set(["host", "content-length", "connection", "transfer-encoding", "expect", "keep-alive"]);
/** Headers that curl adds unless told not to. */
const ADDED_BY_CURL = ["Accept", "User-Agent", "Content-Type"] as const;

/**
 * A delivery as a cURL command for a POSIX shell that sends the same request to the listener again: method, path,
 * headers in their order and case, and the body byte for byte. The secrets of its sender are not in it: they are read
 * from the variables LINKDESK_KEY, LINKDESK_KEY_2 and so on.
 *
 * @param origin such as `http://127.0.0.1:8787`
 */
export function replayCurl({ summary, request }: DeliveryDetail, body: Uint8Array, origin: string): string {
  let secrets = 0;
  const variable = (): string => `"$LINKDESK_KEY${++secrets === 1 ? "" : `_${secrets}`}"`;
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `curl --globoff --path-as-is --http1.1 -X ${quoted(summary.method)} ${quoted(origin + path(summary.path))}`,
    ...(summary.path.startsWith("/") ? [] : [`--request-target ${quoted(summary.path)}`]),
    ...request.headers
      .filter(([name]) => !MADE_BY_CURL.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${headerArgument(name, value, variable)}`),
    ...ADDED_BY_CURL.filter((name) => !names.has(name.toLowerCase())).map((name) => `-H ${quoted(`${name}:`)}`),
  ];
  if (body.length === 0) return lines.join(" \\\n  ");
  const text = shellText(body);
  if (text !== null) return [...lines, `--data-binary ${quoted(text)}`].join(" \\\n  ");
  return [`printf %s ${quoted(base64Of(body))} | base64 -d | ${lines[0]}`, ...lines.slice(1), "--data-binary @-"].join(
    " \\\n  ",
  );
}

function headerArgument(name: string, value: string, variable: () => string): string {
  // An empty value would remove the header: curl writes it with a semicolon.
  if (value === "") return quoted(`${name};`);
  const shown = alwaysSecret(name) && !value.includes(SECRET_MASK) ? schemeOf(value) + SECRET_MASK : value;
  const [before = "", ...after] = `${name}: ${shown}`.split(SECRET_MASK);
  return after.reduce((text, part) => text + variable() + (part === "" ? "" : quoted(part)), quoted(before));
}

function path(target: string): string {
  return target.startsWith("/") ? target : "/";
}

/**
 * In single quotes nothing has a meaning but the single quote itself (POSIX, Shell Command Language, 2.2.2). Text that is
 * not plain is written by `printf`, each character as the byte that it was on the wire: pasted as it is, a terminal
 * would take some of it for commands of its own, and send the rest in another encoding.
 */
function quoted(text: string): string {
  if (/[^\n\x20-\x7e]/.test(text)) return `"$(printf '${octal(text)}')"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function octal(text: string): string {
  // At the start a dash would be an option of printf.
  return text.replace(/[^A-Za-z0-9 :;,./=_-]|^-/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** The body as text that survives a shell, a terminal and a clipboard; null when only base64 does. */
function shellText(body: Uint8Array): string | null {
  // curl would read a file for a leading @; a long argument may not fit; other bytes depend on the terminal.
  if (body.length > 60_000 || body[0] === 0x40) return null;
  return body.every((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f)) ? new TextDecoder().decode(body) : null;
}
