import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AssetServer } from "../hosts/host.ts";
import { answerRequest, createAssetServer, NONCE_PLACEHOLDER } from "./index.ts";

let outer = "";
let serve: AssetServer;

const HTML = `<!doctype html><meta property="csp-nonce" nonce="${NONCE_PLACEHOLDER}"><style nonce="${NONCE_PLACEHOLDER}"></style>`;

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), "linkdesk-assets-"));
  const folder = join(outer, "renderer");
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(outer, "private"));
  await writeFile(join(outer, "secret.txt"), "outside");
  await writeFile(join(outer, "private", "key.txt"), "outside");
  await writeFile(join(folder, "index.html"), HTML);
  await writeFile(join(folder, "assets", "index-a1.js"), "export {};");
  await writeFile(join(folder, "assets", "index a1.css"), "body{}");
  await writeFile(join(folder, "assets", "inter.woff2"), Buffer.from([0x77, 0x4f, 0x46, 0x32, 0x00, 0xff]));
  await writeFile(join(folder, "assets", "odd.xyz"), "?");
  await symlink(join(outer, "secret.txt"), join(folder, "link.txt"));
  await symlink(join(outer, "private"), join(folder, "linked"));
  serve = createAssetServer({ folder });
});
afterAll(() => rm(outer, { recursive: true, force: true }));

const text = (body: Uint8Array): string => new TextDecoder().decode(body);

describe("files of the folder", () => {
  test.each([
    ["/assets/index-a1.js", "text/javascript; charset=utf-8"],
    ["/assets/index%20a1.css", "text/css; charset=utf-8"],
    ["/assets/inter.woff2", "font/woff2"],
    ["/assets/odd.xyz", "application/octet-stream"],
    ["/index.html", "text/html; charset=utf-8"],
    ["/", "text/html; charset=utf-8"],
  ])("%s is served as %s", async (path, type) => {
    const { status, headers } = await serve(path);
    expect([status, headers["content-type"]]).toEqual([200, type]);
  });

  test("come byte for byte", async () => {
    const { body } = await serve("/assets/inter.woff2");
    expect(Buffer.from(body)).toEqual(await readFile(join(outer, "renderer", "assets", "inter.woff2")));
  });
});

describe("everything else is not found", () => {
  test.each([
    "",
    "index.html",
    "/missing.js",
    "/assets",
    "/assets/",
    "//index.html",
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/assets%2findex-a1.js",
    "/assets/index-a1.js%00",
    "/assets/index-a1.js\0.html",
    "/%",
    "/%zz",
    "/%c0%ae%c0%ae/secret.txt",
    "/link.txt",
    "/linked/key.txt",
    "/index.html?x",
    "/__proto__",
    "/INDEX.HTML/.",
  ])("%j", async (path) => {
    const { status, headers, body } = await serve(path);
    expect(status).toBe(404);
    expect(text(body)).not.toContain("outside");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("when there is no build at all, and it is found once it is there", async () => {
    const folder = join(outer, "later");
    const later = createAssetServer({ folder });
    expect((await later("/")).status).toBe(404);
    await mkdir(folder);
    await writeFile(join(folder, "index.html"), HTML);
    expect((await later("/")).status).toBe(200);
  });
});

describe("a request of the window", () => {
  test.each([
    ["app://linkdesk/", 200],
    ["app://linkdesk/assets/index-a1.js?v=1#x", 200],
    ["https://linkdesk.invalid/index.html", 200],
    ["app://linkdesk/../secret.txt", 404],
    ["https://linkdesk.invalid/assets/..%2f..%2fsecret.txt", 404],
  ])("GET %s is answered %i", async (url, status) => {
    expect((await answerRequest(serve, "GET", url)).status).toBe(status);
  });

  test.each(["POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get"])("%s is not allowed", async (method) => {
    const { status, headers } = await answerRequest(serve, method, "app://linkdesk/");
    expect([status, headers["allow"]]).toEqual([405, "GET"]);
  });
});

describe("the policy", () => {
  test("has the nonce that stands in the page, another one at each load", async () => {
    const nonces = new Set<string>();
    for (const path of ["/", "/", "/index.html"]) {
      const { headers, body } = await serve(path);
      const inPage = [...text(body).matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
      const inPolicy = /style-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})'/.exec(headers["content-security-policy"] ?? "");
      expect(inPage).toEqual([inPolicy?.[1], inPolicy?.[1]]);
      nonces.add(inPolicy?.[1] ?? "");
    }
    expect(nonces.size).toBe(3);
  });

  test("stands in the page as well, word for word but for what a page cannot say of itself", async () => {
    const page = await readFile(new URL("../../renderer/index.html", import.meta.url), "utf8");
    const inPage = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1];
    const { headers } = await serve("/");
    const inHeaders = (headers["content-security-policy"] ?? "")
      .replace("frame-ancestors 'none'; ", "")
      .replace(/'nonce-[^']+'/, `'nonce-${NONCE_PLACEHOLDER}'`);
    expect(inPage).toBe(inHeaders);
  });

  test("allows nothing but our own files, no inline script, no eval", async () => {
    for (const path of ["/", "/assets/index-a1.js", "/missing"]) {
      const { headers } = await serve(path);
      const policy = headers["content-security-policy"] ?? "";
      expect(policy.startsWith("default-src 'none'; script-src 'self'; ")).toBe(true);
      expect(policy).not.toMatch(/unsafe|https?:|blob:|\*|strict-dynamic/);
      for (const directive of ["base-uri", "form-action", "frame-ancestors"])
        expect(policy).toContain(`${directive} 'none'`);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
      for (const feature of ["camera", "microphone", "geolocation", "usb"])
        expect(headers["permissions-policy"]).toContain(`${feature}=()`);
    }
  });
});
