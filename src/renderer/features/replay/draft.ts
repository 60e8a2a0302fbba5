import type { DeliveryDetail } from "../../../shared/events.ts";
import { isThisMachine } from "../../../shared/listener.ts";
import { type HeaderList, SECRET_MASK } from "../../../shared/primitives.ts";
import { alwaysSecret } from "../../../shared/profile.ts";
import type { ReplayRequest } from "../../../shared/replay.ts";
import { targetPath, targetProblem } from "../../../shared/replay-target.ts";
import { exactUtf8 } from "../../../shared/utf8.ts";
import { base64Of } from "../../core/base64.ts";

/** A replay as it is filled in. */
export interface ReplayDraft {
  readonly target: "listener" | "url";
  readonly url: string;
  /** null: as suits the target. */
  readonly host: ReplayRequest["host"] | null;
  readonly withSecrets: boolean;
  /** What was changed; null as long as nothing is to be. */
  readonly edits: Edits | null;
}

export interface Edits {
  readonly method: string;
  readonly path: string;
  /** One header a line, as on the wire. */
  readonly headers: string;
  /** null: the bytes as received, because they are no text that could be edited. */
  readonly body: string | null;
  readonly sign: boolean;
}

/** A body longer than this is sent as received: an editor would be no help with it. */
const MOST_EDITABLE = 1_000_000;

/** Whose name the Host header carries unless somebody chooses: programs on this machine rarely look, others do. */
export function hostHeaderFrom(draft: ReplayDraft): ReplayRequest["host"] {
  if (draft.host !== null) return draft.host;
  if (draft.target === "listener" || targetProblem(draft.url) !== null) return "received";
  return isThisMachine(new URL(draft.url).hostname) ? "received" : "target";
}

/** The request line, and where it goes to; null while the address is not one. */
export function requestLine(draft: ReplayDraft, { summary }: DeliveryDetail, listener: string | null): string | null {
  const address = draft.target === "url" ? draft.url : (listener ?? "");
  if (targetProblem(address) !== null) return null;
  const own = draft.target === "url" ? targetPath(draft.url, summary.path) : summary.path;
  const { method, path } = draft.edits ?? { method: summary.method, path: own };
  return `${method} ${path} → ${new URL(address).host}`;
}

/** Names of the header fields that carry nothing but a secret, or were masked because they had one in them. */
export function secretHeaders(headers: HeaderList): readonly string[] {
  return [...new Set(headers.filter(isSecret).map(([name]) => name))];
}

function isSecret([name, value]: HeaderList[number]): boolean {
  return alwaysSecret(name) || value.includes(SECRET_MASK);
}

/** What the editor begins with: the delivery as it came, but for the secrets of its sender. */
export function editsOf({ summary, request }: DeliveryDetail, path: string, bytes: Uint8Array): Edits {
  const headers = request.headers.filter((field) => !isSecret(field));
  return {
    method: summary.method === "" ? "POST" : summary.method,
    path,
    headers: headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
    body: editableText(request.headers, bytes),
    sign: false,
  };
}

function editableText(headers: HeaderList, bytes: Uint8Array): string | null {
  if (bytes.length > MOST_EDITABLE || headers.some(([name]) => name.toLowerCase() === "content-encoding")) return null;
  return exactUtf8(bytes);
}

/** Header lines as fields; the first line that is none, by its number from 1. */
export function readHeaders(text: string): { readonly headers: HeaderList } | { readonly line: number } {
  const headers: [string, string][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    if (colon < 1) return { line: index + 1 };
    headers.push([line.slice(0, colon), line.slice(colon + 1).replace(/^[\t ]/, "")]);
  }
  return { headers };
}

/** What goes over the bridge. @param headers those of the edits, read */
export function editedRequest(edits: Edits, headers: HeaderList): NonNullable<ReplayRequest["edited"]> {
  const { method, path, body, sign } = edits;
  return { method, path, headers, body: body === null ? null : base64Of(new TextEncoder().encode(body)), sign };
}
