import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  deflate,
  deflateRaw,
  gzip,
  gzipSync,
  type InputType,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import { describe, expect, test } from "vitest";
import { timesOwnWork } from "../../../tests/support/own-work.ts";
import { Refusal } from "../refusal.ts";
import { contentEncodingOf, decodeBody, decodeBodySync } from "./index.ts";

const MEBIBYTE = 1_048_576;
const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

const encoders: readonly (readonly [name: string, header: string, encode: (input: InputType) => Promise<Buffer>])[] = [
  ["gzip", "gzip", promisify<InputType, Buffer>(gzip)],
  ["gzip under its old name", "X-GZip", promisify<InputType, Buffer>(gzip)],
  ["deflate as zlib", "deflate", promisify<InputType, Buffer>(deflate)],
  ["deflate as raw", "deflate", promisify<InputType, Buffer>(deflateRaw)],
  ["brotli", "br", promisify<InputType, Buffer>(brotliCompress)],
  ["zstd", " ZSTD ", promisify<InputType, Buffer>(zstdCompress)],
];

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Expected a refusal, got ${String(error)}.`);
  return error;
}

describe.each(encoders)("%s", (_name, header, encode) => {
  test("comes back byte for byte", async () => {
    const body = Buffer.concat([everyByte, randomBytes(100_000), Buffer.alloc(100_000)]);
    const decoded = await decodeBody(await encode(body), header, MEBIBYTE);
    expect(Buffer.from(decoded.bytes).equals(body)).toBe(true);
    expect(decoded.encoding).toBe(header.trim().toLowerCase().replace("x-", ""));
  });

  test("comes back the same at once", async () => {
    const encoded = await encode(everyByte);
    expect(decodeBodySync(encoded, header, 256)).toEqual(await decodeBody(encoded, header, 256));
    expect(() => decodeBodySync(encoded, header, 255)).toThrow("larger than 255 bytes");
    expect(() => decodeBodySync(encoded.subarray(0, 5), header, 256)).toThrow(Refusal);
  });

  test("may fill the cap exactly, and not one byte more", async () => {
    const encoded = await encode(Buffer.alloc(5_000, "a"));
    expect((await decodeBody(encoded, header, 5_000)).bytes.length).toBe(5_000);
    expect((await refusalOf(decodeBody(encoded, header, 4_999))).code).toBe("too-large");
  });

  test("a bomb is stopped at the cap", async () => {
    const bomb = await encode(Buffer.alloc(50 * MEBIBYTE));
    const refusal = await refusalOf(decodeBody(bomb, header, MEBIBYTE));
    expect(refusal.code).toBe("too-large");
    expect(refusal.message).toContain("1048576 bytes");
  });

  test("cut off, it is refused as cut off", async () => {
    const encoded = await encode(randomBytes(10_000));
    const refusal = await refusalOf(decodeBody(encoded.subarray(0, 5_000), header, MEBIBYTE));
    expect(refusal.code).toBe("damaged-body");
    expect(refusal.message).toContain("cut off");
  });

  test("with something behind its end, it is refused and not shortened", async () => {
    const encoded = Buffer.concat([await encode(Buffer.from("hello")), Buffer.from("surplus")]);
    expect((await refusalOf(decodeBody(encoded, header, MEBIBYTE))).code).toBe("damaged-body");
  });

  test("something else under its name is refused in words", async () => {
    const refusal = await refusalOf(decodeBody(Buffer.from('{"amount":50000}'), header, MEBIBYTE));
    expect(refusal.code).toBe("damaged-body");
    expect(refusal.message).toMatch(/^The body .*\.$/);
  });

  test("no content at all stays no content", async () => {
    expect((await decodeBody(new Uint8Array(0), header, MEBIBYTE)).bytes.length).toBe(0);
  });
});

test("a body without codings comes back as it is", async () => {
  for (const header of ["", "identity", " , identity ,"]) {
    expect(await decodeBody(everyByte, header, 1)).toEqual({ bytes: everyByte, encoding: "identity" });
  }
});

test("layers come off in reverse order", async () => {
  const zipped = await promisify<InputType, Buffer>(gzip)(everyByte);
  const both = await promisify<InputType, Buffer>(brotliCompress)(zipped);
  const decoded = await decodeBody(both, "gzip, identity, br", MEBIBYTE);
  expect(decoded.encoding).toBe("gzip, br");
  expect([...decoded.bytes]).toEqual([...everyByte]);
  expect((await refusalOf(decodeBody(both, "br, gzip", MEBIBYTE))).code).toBe("damaged-body");
});

test("an inner layer is held to the cap as well", async () => {
  const zip = promisify<InputType, Buffer>(gzip);
  const nested = await zip(await zip(Buffer.alloc(50 * MEBIBYTE)));
  expect((await refusalOf(decodeBody(nested, "gzip, gzip", MEBIBYTE))).code).toBe("too-large");
});

test("all frames of a zstd body are decoded, within one cap", async () => {
  const body = Buffer.concat([zstdCompressSync("one "), zstdCompressSync(""), zstdCompressSync("two")]);
  expect(Buffer.from((await decodeBody(body, "zstd", 7)).bytes).toString()).toBe("one two");
  expect((await refusalOf(decodeBody(body, "zstd", 6))).code).toBe("too-large");
});

test("megabytes of empty zstd frames are refused before they cost seconds", async () => {
  const empty = zstdCompressSync("");
  const body = Buffer.concat(Array.from({ length: Math.floor(MEBIBYTE / empty.length) }, () => empty));
  expect((await refusalOf(decodeBody(body, "zstd", MEBIBYTE))).message).toContain("more than 256 zstd frames");
  const decode = () => decodeBodySync(body, "zstd", MEBIBYTE);
  expect(timesOwnWork(() => expect(decode).toThrow("more than 256 zstd frames"))).toBeLessThan(50);
  const most = Buffer.concat(Array.from({ length: 256 }, () => zstdCompressSync("x")));
  expect((await decodeBody(most, "zstd", 256)).bytes.length).toBe(256);
});

test("megabytes of empty gzip members cost no more than their bytes", async () => {
  const member = gzipSync("");
  const body = Buffer.concat(Array.from({ length: Math.floor(MEBIBYTE / member.length) }, () => member));
  const decode = () => expect(decodeBodySync(body, "gzip", 1_000).bytes.length).toBe(0);
  expect(timesOwnWork(decode)).toBeLessThan(50);
});

test("is ended by its signal, between two frames and before it begins", async () => {
  const body = Buffer.concat(Array.from({ length: 200 }, () => zstdCompressSync("x")));
  const end = new AbortController();
  const decoding = decodeBody(body, "zstd", 1_000, end.signal);
  end.abort(new Error("ended by the user"));
  await expect(decoding).rejects.toThrow("ended by the user");
  await expect(decodeBody(body, "zstd", 1_000, end.signal)).rejects.toThrow("ended by the user");
});

test("a zstd body that asks for a window of 128 MiB is refused", async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 };
  const body = zstdCompressSync(randomBytes(9 * MEBIBYTE), { params });
  expect((await refusalOf(decodeBody(body, "zstd", 64 * MEBIBYTE))).code).toBe("damaged-body");
});

test("unknown and endless encodings are refused by name", async () => {
  const refusal = await refusalOf(decodeBody(everyByte, "gzip, sdch", MEBIBYTE));
  expect(refusal.code).toBe("unknown-encoding");
  expect(refusal.message).toContain("“sdch”");
  expect((await refusalOf(decodeBody(everyByte, "x".repeat(10_000), MEBIBYTE))).message.length).toBeLessThan(120);
  expect((await refusalOf(decodeBody(everyByte, "gzip,".repeat(5_000), MEBIBYTE))).code).toBe("unknown-encoding");
});

test("several header fields count as one list, in order and whatever their case", () => {
  expect(
    contentEncodingOf([
      ["content-encoding", "gzip"],
      ["Content-Type", "text/plain"],
      ["CONTENT-ENCODING", "br"],
    ]),
  ).toBe("gzip, br");
  expect(contentEncodingOf([])).toBe("");
});
