import type { Outcome, TlsFault } from "../../shared/outcomes.ts";
import { ConnectFailure, hostOf, portOf } from "./route.ts";

/** Outcomes of a call that got no whole answer. */
export type Failure = Extract<
  Outcome,
  {
    code:
      | "too-large"
      | "dns"
      | "refused"
      | "unreachable"
      | "tls"
      | "proxy"
      | "connect-timeout"
      | "answer-timeout"
      | "reset"
      | "protocol"
      | "cancelled"
      | "internal";
  }
>;

/** How far it had come when the error came. */
export interface Stage {
  readonly target: URL;
  readonly proxy: string | null;
  readonly connected: boolean;
  readonly sent: boolean;
  readonly answerStarted: boolean;
  readonly headComplete: boolean;
  readonly firstBytes: Uint8Array;
}

/** What an error of the network means. By its code, never by its words: those change between versions. */
export function failureOf(error: unknown, stage: Stage): Failure {
  if (error instanceof ConnectFailure) return connectFailure(error, stage.target);
  const { code, message } = describe(error);
  // undici's parser has a code for some of its faults only.
  if (error instanceof Error && error.name === "HTTPParserError")
    return { code: "protocol", detail: breaksOff(message, stage) };
  if (code === "UND_ERR_HEADERS_OVERFLOW") return { code: "protocol", detail: "The headers are longer than 64 KiB." };
  // Asked for after the handshake by TLS 1.3, so it comes as an error of the connection.
  if (TLS_FAULTS.has(code) || code.startsWith("ERR_SSL_")) return tlsFailure(error, stage.target);
  if (!stage.connected) return { code: "internal", detail: message };
  if (code === "ECONNRESET" || code === "EPIPE" || code.startsWith("ERR_HTTP2"))
    return { code: "reset", sent: stage.sent, detail: message };
  // Closed in order: within an answer it is an answer that breaks off, before one it is no answer.
  if (stage.answerStarted) return { code: "protocol", detail: breaksOff(message, stage) };
  if (code.startsWith("UND_ERR_INVALID")) return { code: "internal", detail: message };
  return { code: "reset", sent: stage.sent, detail: message };
}

function breaksOff(message: string, { headComplete, firstBytes }: Stage): string {
  if (headComplete) return `The connection was closed before the end of the answer (${message}).`;
  // A TLS record: alert or handshake, version 3.x (RFC 8446, section 5.1).
  if ((firstBytes[0] === 0x15 || firstBytes[0] === 0x16) && firstBytes[1] === 0x03)
    return "The service speaks TLS here: its address starts with https://.";
  const line =
    Buffer.from(firstBytes)
      .toString("latin1")
      .split(/[\r\n]/, 1)[0] ?? "";
  return `What came starts with “${line.slice(0, 60).replace(/[^\x20-\x7e]/g, "·")}” and could not be read (${message}).`;
}

function connectFailure(failure: ConnectFailure, target: URL): Failure {
  const { cause, proxy } = failure;
  const { code, message, hostname } = describe(cause ?? failure);
  if (proxy !== null) return { code: "proxy", fault: proxy.fault, proxy: proxy.name, detail: detailOf(code, message) };
  const host = hostOf(target);
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "EAI_NODATA":
    case "EAI_NONAME":
    case "ENODATA":
    case "ESERVFAIL":
      return { code: "dns", host: hostname ?? host, detail: code };
    case "ECONNREFUSED":
      return { code: "refused", host, port: portOf(target) };
    default:
  }
  const tls =
    target.protocol === "https:" && (TLS_FAULTS.has(code) || /^ERR_(SSL|TLS)_|^EPROTO$|^ECONNRESET$/.test(code));
  return tls ? tlsFailure(cause, target) : { code: "unreachable", host, detail: detailOf(code, message) };
}

const TLS_FAULTS: ReadonlyMap<string, TlsFault> = new Map<string, TlsFault>([
  ["CERT_HAS_EXPIRED", "expired"],
  ["CERT_NOT_YET_VALID", "not-yet-valid"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "wrong-host"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "unknown-issuer"],
  ["UNABLE_TO_GET_ISSUER_CERT", "unknown-issuer"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unknown-issuer"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unknown-issuer"],
  ["CERT_REVOKED", "other"],
  ["CERT_UNTRUSTED", "other"],
  ["CERT_REJECTED", "other"],
  ["CERT_SIGNATURE_FAILURE", "other"],
  ["CERT_CHAIN_TOO_LONG", "other"],
  ["INVALID_CA", "other"],
  ["INVALID_PURPOSE", "other"],
  ["PATH_LENGTH_EXCEEDED", "other"],
]);

function tlsFailure(error: unknown, target: URL): Failure {
  const { code, message } = describe(error);
  // OpenSSL and BoringSSL, which Electron has, name this alert differently.
  const asked = code.startsWith("ERR_SSL_") && code.endsWith("CERTIFICATE_REQUIRED");
  const fault = asked ? "client-certificate" : (TLS_FAULTS.get(code) ?? "protocol");
  return {
    code: "tls",
    fault,
    host: hostOf(target),
    detail: detailOf(code, message),
  };
}

function detailOf(code: string, message: string): string {
  return code === "" || message.includes(code) ? message : `${code}: ${message}`;
}

/** Code and words of an error. Of several tries at several addresses a refusal tells most: something is there. */
function describe(error: unknown): { code: string; message: string; hostname?: string } {
  if (error instanceof AggregateError) {
    const tries: unknown[] = error.errors;
    return describe(tries.find((each) => describe(each).code === "ECONNREFUSED") ?? tries[0]);
  }
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  // Of an error of OpenSSL the reason is for people, the message for its developers.
  const { code, hostname, reason } = error as { code?: unknown; hostname?: unknown; reason?: unknown };
  return {
    code: typeof code === "string" ? code : "",
    message: typeof reason === "string" ? reason : error.message,
    ...(typeof hostname === "string" ? { hostname } : {}),
  };
}
