import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { HostileBody } from "./bodies.ts";

const MEBIBYTE = 1_048_576;
const PLAIN = Buffer.from('{"amount":10.00,"remark":"was compressed"}');

/** Names no two bytes of a body alike in a row, so that a lost or doubled one shows. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 0x2545f491;
  for (let place = 0; place < length; place += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[place] = state;
  }
  return bytes;
}

const typed = (type: string, bytes: () => Uint8Array): Omit<HostileBody, "name"> => ({
  headers: { "Content-Type": type },
  bytes,
});
const coded = (coding: string, bytes: () => Uint8Array): Omit<HostileBody, "name"> => ({
  headers: { "Content-Type": "application/json", "Content-Encoding": coding },
  bytes,
});

/** Much behind little: larger than what is shown decoded. */
const zeros = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * MEBIBYTE);
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const BYTES: Readonly<Record<string, Omit<HostileBody, "name">>> = {
  "all 256 bytes": typed("application/octet-stream", () => Uint8Array.from({ length: 256 }, (_, index) => index)),
  "all 256 bytes, backwards, as JSON": typed("application/json", () =>
    Uint8Array.from({ length: 256 }, (_, index) => 255 - index),
  ),
  "nothing but NUL": typed("application/json", () => new Uint8Array(1_000)),
  noise: typed("application/octet-stream", () => noise(50_000)),
  "noise as text": typed("text/plain; charset=utf-8", () => noise(5_000)),
  "a picture that is none": typed("image/png", () =>
    Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), noise(900)]),
  ),
  "a drawing with a script": typed("image/svg+xml", () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>hostileRan()</script></svg>'),
  ),
  "a page": typed("text/html", () => Buffer.from("<!doctype html><title>hostile</title><script>hostileRan()</script>")),
  "a message in parts": typed("multipart/form-data; boundary=x", () =>
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="a\u202e"; filename="../../\u001b[2J"\r\n\r\n1\r\n--x--\r\n',
    ),
  ),
  "Latin-1, said so": typed("application/json; charset=iso-8859-1", () =>
    Buffer.from('{"remark":"d\xe9j\xe0"}', "latin1"),
  ),
  "UTF-16, said so": typed("application/json; charset=utf-16le", () => Buffer.from('{"amount":10.00}', "utf16le")),
  "UTF-8, said to be UTF-16": typed("application/json; charset=utf-16le", () => Buffer.from('{"amount":10.00}')),
  "Shift JIS": typed("text/plain; charset=shift_jis", () =>
    Uint8Array.of(0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0xfd, 0x80),
  ),
  "a charset that nobody knows": typed('application/json; charset="\\"><script>hostileRan()</script>"', () => PLAIN),
  "a charset that runs code in old browsers": typed("text/html; charset=utf-7", () =>
    Buffer.from("+ADw-script+AD4-hostileRan()+ADw-/script+AD4-"),
  ),
  "escapes for a terminal": typed("text/plain", () => Buffer.from("\u001b[2J\u001b]0;hostile\u0007\u009b31m")),
  "lines that end in every way": typed("text/plain", () => Buffer.from("a\rb\nc\r\nd\u0085e\u2028f\u2029g\n\rh\vi\fj")),
  "nothing but line feeds": typed("text/plain", () => Buffer.alloc(50_000, "\n")),
};

const ENCODED: Readonly<Record<string, Omit<HostileBody, "name">>> = {
  gzip: coded("gzip", () => gzipSync(PLAIN)),
  "gzip, shouted": coded("GZIP", () => gzipSync(PLAIN)),
  deflate: coded("deflate", () => deflateSync(PLAIN)),
  "deflate without its frame": coded("deflate", () => deflateRawSync(PLAIN)),
  brotli: coded("br", () => brotliCompressSync(PLAIN)),
  zstd: coded("zstd", () => zstdCompressSync(PLAIN)),
  "two codings": coded("gzip, br", () => brotliCompressSync(gzipSync(PLAIN))),
  "gzip in two members": coded("gzip", () => Buffer.concat([gzipSync(PLAIN), gzipSync(PLAIN)])),
  "gzip cut off": coded("gzip", () => gzipSync(noise(4_000)).subarray(0, 2_000)),
  "gzip with a wrong sum": coded("gzip", () => {
    const bytes = gzipSync(PLAIN);
    bytes.writeUInt32LE(1, bytes.length - 8);
    return bytes;
  }),
  "gzip with something behind it": coded("gzip", () => Buffer.concat([gzipSync(PLAIN), Buffer.from("behind")])),
  "said to be gzip": coded("gzip", () => PLAIN),
  "said to be brotli": coded("br", () => noise(300)),
  "said to be zstd, nothing there": coded("zstd", () => Buffer.alloc(0)),
  "a coding that nobody knows": coded("sdch", () => PLAIN),
  "a coding with a hostile name": coded("<script>hostileRan()</script>", () => PLAIN),
  "the same coding fifty times": coded(Array(50).fill("gzip").join(", "), () => gzipSync(PLAIN)),
  "a bomb in gzip": coded("gzip", () => gzipSync(zeros(64))),
  "a bomb in deflate": coded("deflate", () => deflateSync(zeros(64))),
  "a bomb in brotli": coded("br", () => brotliCompressSync(zeros(64), quickBrotli)),
  "a bomb in zstd": coded("zstd", () => zstdCompressSync(zeros(64))),
  "a bomb in a bomb": coded("gzip, gzip", () => gzipSync(gzipSync(zeros(64)))),
};

/** Bodies that are hostile by their bytes, their charset or their coding. Those of `DECODED` decode to these bytes. */
export const BYTE_BODIES: readonly HostileBody[] = Object.entries({ ...BYTES, ...ENCODED }).map(([name, body]) => ({
  name,
  ...body,
}));

export const DECODED: Readonly<Record<string, Uint8Array>> = {
  gzip: PLAIN,
  "gzip, shouted": PLAIN,
  deflate: PLAIN,
  "deflate without its frame": PLAIN,
  brotli: PLAIN,
  zstd: PLAIN,
  "two codings": PLAIN,
  "gzip in two members": Buffer.concat([PLAIN, PLAIN]),
};

/** Those whose decoding has to be refused, since there would be no end to it. */
export const BOMBS: readonly string[] = Object.keys(ENCODED).filter((name) => name.startsWith("a bomb"));
