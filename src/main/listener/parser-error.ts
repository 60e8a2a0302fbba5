import { refusal, type Verdict } from "./verdicts.ts";

/** What each objection of Node's parser (llhttp) means; the others are explained by their own words. */
const MEANINGS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: "It does not begin with a method that is known.",
  HPE_INVALID_URL: "The request target has characters that are not allowed there.",
  HPE_INVALID_CONSTANT: "The request line does not end in an HTTP version.",
  HPE_INVALID_VERSION: "The request line names an HTTP version that does not exist.",
  HPE_INVALID_HEADER_TOKEN: "A header line has characters that are not allowed there, or a space before its colon.",
  HPE_INVALID_CONTENT_LENGTH: "Content-Length is not one plain number, or stands beside Transfer-Encoding.",
  HPE_UNEXPECTED_CONTENT_LENGTH: "Content-Length is given more than once, or beside Transfer-Encoding.",
  HPE_INVALID_TRANSFER_ENCODING: "Transfer-Encoding does not end in chunked, or stands beside Content-Length.",
  HPE_INVALID_CHUNK_SIZE: "A chunk of the body does not begin with its size.",
  HPE_STRICT: "A line or a chunk does not end as HTTP wants it.",
  HPE_LF_EXPECTED: "A line does not end in CR and LF.",
  HPE_CR_EXPECTED: "A line does not end in CR and LF.",
  HPE_CLOSED_CONNECTION: "More bytes follow after a request that was to be the last on its connection.",
  HPE_PAUSED_H2_UPGRADE: "The sender speaks HTTP/2 without asking; the listener speaks HTTP/1.1.",
};

/** How an error of Node's parser is recorded and answered. */
export function verdictOfParserError(error: NodeJS.ErrnoException & { readonly reason?: string }): Verdict {
  const code = error.code ?? "";
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refusal("malformed", 431, "The head of the request is longer than the listener takes.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refusal("malformed", 413, "The extensions of a chunk are longer than the listener takes.");
    default: {
      const meaning = MEANINGS[code] ?? `The parser says: ${error.reason ?? error.message}.`;
      return refusal("malformed", 400, `This is not valid HTTP. ${meaning} (${code})`);
    }
  }
}

/** TLS records of a handshake begin so (RFC 8446 section 5.1): the likeliest reason for a binary request. */
export function looksLikeTls(bytes: Uint8Array): boolean {
  return bytes[0] === 0x16 && bytes[1] === 0x03;
}

export const TLS_PROBLEM = "The sender speaks TLS, as for https://; the listener speaks plain http://.";

/** Method and target, if the bytes begin with something like a request line; empty texts if they do not. */
export function requestLineOf(bytes: Uint8Array): { readonly method: string; readonly target: string } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8_192)).toString("latin1");
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) ([^\s]{1,8000})(?=[ \r\n])/.exec(text);
  return { method: match?.[1] ?? "", target: match?.[2] ?? "" };
}
