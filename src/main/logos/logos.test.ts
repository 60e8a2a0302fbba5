import { hostname } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { serve, serveBytes } from "../../../tests/support/calls.ts";
import { NEW_PROFILE, type Profile } from "../../shared/profile.ts";
import { createNetwork, type Network, type NetworkOptions } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { logoSvg } from "../sandbox/server.ts";
import {
  drawingProblem,
  type ImageType,
  LONGEST_SIDE,
  SVG_BYTES,
  SVG_DEPTH,
  SVG_ELEMENTS,
  sniffImage,
} from "./image.ts";
import { createCache, createLogos, mayFetchFrom } from "./index.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG = Buffer.from(
  '<?xml version="1.0"?><!-- made by hand --><!DOCTYPE svg>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
);

/** `local`: a profile whose service is on this machine, which may have its logos there. */
function logos(local: boolean, network: Partial<NetworkOptions> = {}) {
  const baseUrl = local ? "http://localhost:9/v1" : "https://api.example.test";
  const profile: Profile = { ...NEW_PROFILE, id: "p", name: "P", baseUrl };
  return createLogos({
    network: createNetwork({ environment: {}, resolveProxy: async () => null, ...network }),
    profile: (id) => (id === "p" ? profile : null),
  });
}

async function reason(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof Refusal)) throw new Error(`Expected a refusal, not ${String(error)}`);
  expect(error.code).toBe("logo");
  return error.message;
}

function dataUrl(type: ImageType, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

describe("fetching a logo", () => {
  it("hands out the image by what it is, not by what it is called", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/a.png?v=1") response.setHeader("content-type", "text/html").end(PNG);
      else response.setHeader("content-type", "image/png").end(SVG);
    });
    expect(await logos(true).fetch(`${server.url}/a.png?v=1`, "p")).toBe(dataUrl("image/png", PNG));
    expect(await logos(true).fetch(`${server.url}/b.svg`, "p")).toBe(dataUrl("image/svg+xml", SVG));
  });

  it("sends nothing that says who is asking, and takes no cookies along", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/1") response.writeHead(302, { location: "/2", "set-cookie": "a=1" }).end();
      else response.end(PNG);
    });
    await logos(true).fetch(`${server.url.replace("//", "//ann:secret@")}/1`, "p");
    for (const { headers } of server.requests)
      expect(headers.map(([name]) => name)).toEqual(["host", "connection", "accept", "accept-encoding"]);
  });

  it("reads one that was compressed although that was not asked for, up to the cap", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/bomb")
        response.setHeader("content-encoding", "br").end(brotliCompressSync(Buffer.alloc(5_000_000)));
      else response.setHeader("content-encoding", "gzip").end(gzipSync(SVG));
    });
    expect(await logos(true).fetch(`${server.url}/svg`, "p")).toBe(dataUrl("image/svg+xml", SVG));
    expect(await reason(logos(true).fetch(`${server.url}/bomb`, "p"))).toContain("cannot be shown");
  });

  it("asks once for what is wanted twice, and keeps what it got, but no failure", async () => {
    let status = 500;
    const server = await serve((_, response) => response.writeHead(status).end(PNG));
    const shared = logos(true);
    expect(await reason(shared.fetch(`${server.url}/x`, "p"))).toContain("500");
    status = 200;
    await Promise.all([shared.fetch(`${server.url}/x`, "p"), shared.fetch(`${server.url}/x`, "p")]);
    await shared.fetch(`${server.url}/x`, "p");
    expect(server.requests).toHaveLength(2);
  });

  it("takes a megabyte and no more", async () => {
    const server = await serve((request, response) =>
      response.end(Buffer.concat([PNG, Buffer.alloc(Number(request.url?.slice(1)))])),
    );
    const room = 1_048_576 - PNG.length;
    expect(await logos(true).fetch(`${server.url}/${room}`, "p")).toMatch(/^data:image\/png/);
    expect(await reason(logos(true).fetch(`${server.url}/${room + 1}`, "p"))).toContain("larger than 1 MiB");
  });

  it("gives up on one that does not come within five seconds", async () => {
    const server = await serveBytes((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    expect(await reason(logos(true).fetch(server.url, "p"))).toContain("no answer in time");
  }, 10_000);

  it("goes on three times and no further", async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(PNG);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await logos(true).fetch(`${server.url}/3`, "p")).toMatch(/^data:/);
    expect(await reason(logos(true).fetch(`${server.url}/4`, "p"))).toContain("too often");
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.test/x",
    "data:image/png;base64,AAAA",
    "javascript:1",
    "nonsense",
    "http://[",
  ])("refuses the address %s", async (url) => {
    expect(await reason(logos(true).fetch(url, "p"))).toMatch(/address/);
  });

  it("refuses what is no image", async () => {
    const server = await serve((_, response) =>
      response.setHeader("content-type", "image/png").end("<html><svg></svg></html>"),
    );
    expect(await reason(logos(true).fetch(server.url, "p"))).toContain("no PNG");
  });
});

it("names the host that is not known, which need not be the service's", async () => {
  const failure = { code: "dns", host: "example.org", detail: "ENOTFOUND" };
  const network = {
    exchange: async () => ({ head: null, body: new Uint8Array(), failure }),
    usesProxy: async () => false,
  };
  const { fetch } = createLogos({ network: network as unknown as Network, profile: () => null });
  expect(await reason(fetch("https://example.org/x.png", "p"))).toBe(
    "The logo cannot be shown: the name example.org is not known.",
  );
});

describe("a logo inside this machine or this network", () => {
  it("is refused however its address is written, and nothing is asked there", async () => {
    const server = await serve((_, response) => response.end(PNG));
    const addresses = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[64:ff9b::7f00:1]",
    ];
    for (const host of [...addresses, hostname()]) {
      const message = await reason(logos(false).fetch(`http://${host}:${server.port}/x`, "p"));
      expect(message).toMatch(/inside this machine|not known/);
    }
    expect(await reason(logos(true).fetch("http://10.0.0.1/x", "p"))).toContain("inside this machine");
    expect(await reason(logos(true).fetch("http://169.254.169.254/latest/meta-data", "p"))).toContain("inside");
    expect(server.requests).toEqual([]);
  });

  it("is refused when a redirect leads there", async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: "http://192.168.0.1/x" }).end());
    expect(await reason(logos(true).fetch(server.url, "p"))).toContain("inside this machine");
  });

  it("is refused for a profile that is gone", async () => {
    const server = await serve((_, response) => response.end(PNG));
    expect(await reason(logos(true).fetch(server.url, "gone"))).toContain("inside this machine");
  });

  it("is not fetched through a proxy either, while other names are left to it", async () => {
    const proxy = await serve((_, response) => response.end(PNG));
    const network = { environment: { HTTP_PROXY: proxy.url } };
    expect(await reason(logos(false, network).fetch("http://10.0.0.1/x", "p"))).toContain("inside this machine");
    expect(proxy.requests).toEqual([]);
    expect(await logos(false, network).fetch("http://logos.invalid/x", "p")).toMatch(/^data:/);
    expect(proxy.requests.map(({ path }) => path)).toEqual(["http://logos.invalid/x"]);
  });
});

it.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["172.15.255.255", true],
  ["172.16.0.1", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["fd12::1", false],
  ["fe80::1", false],
  ["::ffff:10.0.0.1", false],
  ["::ffff:8.8.8.8", true],
  ["64:ff9b::808:808", true],
  ["64:ff9b::a00:1", false],
  ["2002:7f00:1::", false],
  ["name", false],
])("%s is public: %s", (address, expected) => {
  expect(mayFetchFrom(address, false)).toBe(expected);
});

it("knows loopback by every name where that is allowed, and nothing more", () => {
  for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    expect(mayFetchFrom(address, true)).toBe(true);
  for (const address of ["10.0.0.1", "0.0.0.0", "fe80::1"]) expect(mayFetchFrom(address, true)).toBe(false);
});

it.each([
  ["\xff\xd8\xff\xe0rest", "image/jpeg"],
  ["GIF89a....", "image/gif"],
  ["GIF87a....", "image/gif"],
  ["RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"],
  ["RIFF\x10\x00\x00\x00WAVEfmt ", null],
  ["\x89PNG\r\n", null],
  ["\xef\xbb\xbf  <svg>", "image/svg+xml"],
  ['<svg:svg xmlns:svg="x">', "image/svg+xml"],
  ["<!-- <svg> -->", null],
  ["<!-- never closed <svg>", null],
  ["<svgish>", null],
  ["<html><svg>", null],
  ["", null],
])("sees what %j is", (bytes, type) => {
  expect(sniffImage(Buffer.from(bytes, "latin1"))).toBe(type);
});

it("lets go of the logo that was not looked at for longest", () => {
  const cache = createCache(10);
  cache.set("a", "12345");
  cache.set("b", "12345");
  cache.get("a");
  cache.set("c", "1");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["12345", undefined, "1"]);
  cache.set("a", "1");
  cache.set("d", "12345678");
  expect([cache.get("a"), cache.get("c"), cache.get("d")]).toEqual(["1", "1", "12345678"]);
});

describe("what is drawn", () => {
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`);
  const drawn = (inside: string) => drawingProblem(svg(inside), "image/svg+xml") === null;

  it("is no drawing that repeats what repeats something", () => {
    const doubling = Array.from(
      { length: 20 },
      (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`,
    );
    expect(drawn(`<path id="a0" d="M0 0h9"/>${doubling.join("")}`)).toBe(false);
    for (const inside of [
      '<pattern id="p"/>',
      '<filter id="f"/>',
      '<image href="data:,"/>',
      "<foreignObject/>",
      "<style>*{}</style>",
      "<script/>",
      "<animate/>",
      '<path style="filter:blur(9px)"/>',
      '<path stroke-dasharray=".0001"/>',
      '<linearGradient href="#other"/>',
      '<svg:use href="#a"/>',
      "<!DOCTYPE x><g/>",
      "<![CDATA[<g/>]]>",
      "<g",
      '<g a=">"><use href="#x"/>',
    ])
      expect([inside, drawn(inside)]).toEqual([inside, false]);
  });

  it("is every drawing of plain shapes, the sandbox's among them", () => {
    expect(drawn('<!-- <use/> --><g fill="none" transform="scale(2)"><path d="M0 0h9" stroke-width=\'3\'/></g>')).toBe(
      true,
    );
    for (const name of ["mangrove", "kilima", "fjord"])
      expect(drawingProblem(Buffer.from(logoSvg(name) ?? ""), "image/svg+xml")).toBeNull();
  });

  it("is a drawing at the bounds of bytes, shapes and levels, and none beyond them", () => {
    const long = (size: number) => `<path d="${" ".repeat(size - svg('<path d=""/>').length)}"/>`;
    expect([drawn(long(SVG_BYTES)), drawn(long(SVG_BYTES + 1))]).toEqual([true, false]);
    const many = (count: number) => "<g/>".repeat(count - 1);
    expect([drawn(many(SVG_ELEMENTS)), drawn(many(SVG_ELEMENTS + 1))]).toEqual([true, false]);
    const deep = (levels: number) => "<g>".repeat(levels - 1) + "</g>".repeat(levels - 1);
    expect([drawn(deep(SVG_DEPTH)), drawn(deep(SVG_DEPTH + 1))]).toEqual([true, false]);
  });

  const side = (length: number, write: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.alloc(length);
    write(bytes);
    return bytes;
  };
  it.each<[ImageType, (pixels: number) => Buffer]>([
    ["image/png", (pixels) => side(24, (bytes) => void (bytes.writeUInt32BE(1, 16), bytes.writeUInt32BE(pixels, 20)))],
    [
      "image/gif",
      (pixels) =>
        side(30, (bytes) => {
          bytes.write("2c", 13, "hex");
          bytes.writeUInt16LE(pixels - 1, 14);
          bytes.writeUInt16LE(1, 18);
          bytes.writeUInt16LE(1, 20);
        }),
    ],
    [
      "image/jpeg",
      (pixels) =>
        side(40, (bytes) => {
          bytes.write("ffd8ffe00004aaaaffc20011080001", 0, "hex");
          bytes.writeUInt16BE(pixels, 15);
        }),
    ],
    [
      "image/webp",
      (pixels) => side(40, (bytes) => void (bytes.write("VP8X", 12), bytes.writeUIntLE(pixels - 1, 27, 3))),
    ],
    ["image/webp", (pixels) => side(40, (bytes) => void (bytes.write("VP8 ", 12), bytes.writeUInt16LE(pixels, 26)))],
    [
      "image/webp",
      (pixels) => side(40, (bytes) => void (bytes.write("VP8L", 12), bytes.writeUInt32LE(pixels - 1, 21))),
    ],
  ])("is a picture (%s) of so many pixels, and none of more", (type, picture) => {
    expect(drawingProblem(picture(LONGEST_SIDE), type)).toBeNull();
    expect(drawingProblem(picture(LONGEST_SIDE + 1), type)).toContain(String(LONGEST_SIDE));
    expect(drawingProblem(Buffer.alloc(2), type)).toContain("cannot be read");
  });
});
