const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** The bytes of the answer that these begin with (RFC 9112); null while it is not whole. */
export function answerLength(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const start = headEnd + HEAD_END.length;
  if (head.includes("\r\ntransfer-encoding: chunked")) {
    const end = bytes.indexOf(LAST_CHUNK, start);
    return end === -1 ? null : end + LAST_CHUNK.length;
  }
  const field = "\r\ncontent-length:";
  const place = head.indexOf(field);
  const length = place === -1 ? 0 : Number.parseInt(head.slice(place + field.length), 10);
  return bytes.length < start + length ? null : start + length;
}
