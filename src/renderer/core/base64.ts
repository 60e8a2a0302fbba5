interface Base64Bytes {
  // In Chromium since 140; absent from TypeScript's library so far.
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** Bytes from base64 (RFC 4648 section 4). */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as Base64Bytes;
  if (fromBase64 !== undefined) return fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Base64 from bytes, in pieces: a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A multiple of three, so that no padding stands in between.
  for (let at = 0; at < bytes.length; at += 24_573)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 24_573))));
  return parts.join("");
}
