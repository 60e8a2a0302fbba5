import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { Platform } from "electron-builder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP_ID } from "../../src/main/hosts/electron/identity.ts";
import { archiveHash } from "./archive-hash.ts";
import { makePackages } from "./make.ts";
import { makeMacStandIn } from "./system/stand-ins.ts";

// The bundle for macOS, made on whatever system this is: what Finder, Gatekeeper and Electron read of it. Its two
// architectures in one, its signature and its disk image need a Mac.

const work = mkdtempSync(join(tmpdir(), "linkdesk-mac-"));
const contents = join(work, "mac", "mac", "Linkdesk.app", "Contents");
let plist = "";

beforeAll(async () => {
  await makePackages({ platform: Platform.MAC, kinds: ["dir"], standIn: makeMacStandIn, work });
  plist = readFileSync(join(contents, "Info.plist"), "utf8");
}, 120_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

const stringOf = (key: string): string | undefined =>
  new RegExp(`<key>${key}</key>\\s*<string>([^<]*)<`).exec(plist)?.[1];

describe("the bundle for macOS", () => {
  test("says who it is, and that profiles are opened with it", () => {
    expect(stringOf("CFBundleIdentifier")).toBe(APP_ID);
    expect(stringOf("CFBundleName")).toBe("Linkdesk");
    expect(plist).toMatch(/<key>CFBundleTypeExtensions<\/key>\s*<array>\s*<string>linkdesk<\/string>/);
    expect(stringOf("CFBundleTypeRole")).toBe("Viewer");
    expect(stringOf("NSLocalNetworkUsageDescription")).toMatch(/^Linkdesk calls the services/);
  });

  test("asks for no camera, no microphone, no place and no address book", () => {
    expect(plist.match(/NS\w+UsageDescription/g)).toEqual(["NSLocalNetworkUsageDescription"]);
  });

  test("carries the hash of its archive", () => {
    expect(plist).toMatch(/<key>Resources\/app\.asar<\/key>\s*<dict>\s*<key>algorithm<\/key>\s*<string>SHA256</);
    expect(stringOf("hash")).toBe(archiveHash(join(contents, "Resources", "app.asar")));
  });

  test("keeps one language, its icon and the file in which the search for a package.json ends", () => {
    const resources = readdirSync(join(contents, "Resources"));
    expect(resources.filter((name) => name.endsWith(".lproj"))).toEqual(["en.lproj"]);
    expect(resources).toEqual(expect.arrayContaining(["icon.icns", "package.json", "LICENSE.txt"]));
  });

  test("has its fuses set, and helpers under its own name", async () => {
    const wire = await getCurrentFuseWire(join(contents, "..", "..", "Linkdesk.app"));
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
    const helpers = readdirSync(join(contents, "Frameworks")).filter((name) => name.endsWith(".app"));
    expect(helpers).toHaveLength(4);
    expect(helpers.every((name) => name.startsWith("Linkdesk Helper"))).toBe(true);
  });
});
