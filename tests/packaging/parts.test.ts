import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseV1Options, flipFuses } from "@electron/fuses";
import { type AfterPackContext, Arch } from "electron-builder";
import { describe, expect, onTestFinished, test } from "vitest";
import { configuration } from "../../build/packaging/configuration.ts";
import { applyFuses, FUSES } from "../../build/packaging/fuses.ts";
import { ICNS_SIZES, icns, ico } from "../../build/packaging/icons/containers.ts";
import { homepageOf, publishTo } from "../../build/packaging/publish.ts";
import { ALLOWED_LICENCES, licencesText, thirdParties } from "../../build/steps/licences.ts";
import { ROOT } from "../../build/steps/run.ts";
import { FUSE_WIRE, fuseWireOf } from "../../src/main/hosts/electron/self-check.ts";
import { writeStandInBinary } from "./stand-in.ts";
import { makeMacStandIn } from "./system/stand-ins.ts";

const icons = join(ROOT, "build", "packaging", "icons");
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height out of a PNG's first chunk. */
function sizeOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(0, 8)).toEqual(PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the icons", () => {
  test("are those of the drawing, in the package and in the window", () => {
    const svg = readFileSync(join(icons, "linkdesk.svg"));
    const hash = createHash("sha256").update(svg).digest("hex");
    expect(readFileSync(join(icons, "drawn-from.sha256"), "utf8").trim(), "run npm run icons").toBe(hash);
    expect(readFileSync(join(ROOT, "src", "renderer", "icon.svg"))).toEqual(svg);
  });

  test("for Linux have the sizes of their names", () => {
    const names = readdirSync(join(icons, "png"));
    expect(names).toContain("512x512.png");
    for (const name of names) {
      const [width, height] = sizeOf(readFileSync(join(icons, "png", name)));
      expect(name).toBe(`${width}x${height}.png`);
    }
  });

  test("for Windows are in one file whose directory is right", () => {
    const file = readFileSync(join(icons, "icon.ico"));
    const count = file.readUInt16LE(4);
    const sizes = Array.from({ length: count }, (_, index) => {
      const entry = 6 + 16 * index;
      const [width, height] = sizeOf(file.subarray(file.readUInt32LE(entry + 12)));
      expect([file.readUInt8(entry), file.readUInt8(entry + 1)]).toEqual([width % 256, height % 256]);
      return width;
    });
    expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
    expect(() => ico([{ size: 512, png: PNG }])).toThrow(RangeError);
  });

  test("for macOS are in one file whose lengths are right", () => {
    const file = readFileSync(join(icons, "icon.icns"));
    expect([file.toString("latin1", 0, 4), file.readUInt32BE(4)]).toEqual(["icns", file.length]);
    const sizes = new Set<number>();
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) sizes.add(sizeOf(file.subarray(at + 8))[0]);
    expect([...sizes].toSorted((a, b) => a - b)).toEqual([32, 64, 128, 256, 512, 1024]);
    expect(new Set(ICNS_SIZES)).toEqual(sizes);
    expect(() => icns([{ size: 32, png: PNG }])).toThrow(RangeError);
  });
});

describe("the fuses", () => {
  test("stop at a binary with one that nobody has decided", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-fuses-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const newer = join(folder, "electron");
    writeStandInBinary(newer, "1011000110");
    const before = readFileSync(newer);
    await expect(flipFuses(newer, FUSES)).rejects.toThrow(/fuse/);
    expect(readFileSync(newer)).toEqual(before);
  });

  test("are left alone in the two temporary apps of a universal bundle, and set in the one made of them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-universal-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hook = async (name: string): Promise<boolean> => {
      const appOutDir = join(folder, name);
      makeMacStandIn(appOutDir, "45.0.0");
      renameSync(join(appOutDir, "Electron.app"), join(appOutDir, "Linkdesk.app"));
      const framework = "Linkdesk.app/Contents/Frameworks/Electron Framework.framework/Electron Framework";
      const before = readFileSync(join(appOutDir, framework));
      const packager = { appInfo: { productFilename: "Linkdesk" } };
      const context = { appOutDir, arch: Arch.universal, electronPlatformName: "darwin", packager };
      await applyFuses(context as unknown as AfterPackContext);
      return !readFileSync(join(appOutDir, framework)).equals(before);
    };
    expect(await hook("mac-universal-x64-temp")).toBe(false);
    expect(await hook("mac-universal-arm64-temp")).toBe(false);
    expect(await hook("mac-universal")).toBe(true);
  });

  test("are what the program looks for when it checks itself, and are found in a binary of any size", async () => {
    const wanted: Readonly<Record<string, unknown>> = FUSES;
    const order = Object.values(FuseV1Options).filter((value) => typeof value === "number");
    expect(FUSE_WIRE).toBe(order.map((fuse) => (wanted[fuse] === true ? "1" : "0")).join(""));
    const folder = mkdtempSync(join(tmpdir(), "linkdesk-fuses-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const binary = join(folder, "electron");
    writeStandInBinary(binary, FUSE_WIRE);
    const standIn = readFileSync(binary);
    expect(await fuseWireOf(binary)).toBe(FUSE_WIRE);
    // Cut in two by the end of a piece of four megabytes, at any place of the text by which they are found.
    for (const over of [1, 16, 31, 33, 40]) {
      writeFileSync(binary, Buffer.concat([Buffer.alloc(4_194_304 - 4_096 - over), standIn]));
      expect(await fuseWireOf(binary)).toBe(FUSE_WIRE);
    }
    writeFileSync(binary, Buffer.alloc(9_000_000));
    expect(await fuseWireOf(binary)).toBeNull();
  });

  test("are each given a reason", () => {
    const reasons = readFileSync(join(ROOT, "docs", "decisions", "fuses.md"), "utf8");
    for (const name of [
      "RunAsNode",
      "EnableCookieEncryption",
      "EnableNodeOptionsEnvironmentVariable",
      "EnableNodeCliInspectArguments",
      "EnableEmbeddedAsarIntegrityValidation",
      "OnlyLoadAppFromAsar",
      "LoadBrowserProcessSpecificV8Snapshot",
      "GrantFileProtocolExtraPrivileges",
      "WasmTrapHandlers",
    ])
      expect(reasons).toMatch(new RegExp(`\\| \`${name}\` \\| o(n|ff) \\| \\S`));
  });
});

describe("the source of updates", () => {
  test.each([
    [undefined, undefined, null],
    ["none", "github:acme/linkdesk", null],
    ["", "", null],
    [undefined, "git+https://github.com/acme/linkdesk.git", { provider: "github", owner: "acme", repo: "linkdesk" }],
    [undefined, "github:acme/linkdesk", { provider: "github", owner: "acme", repo: "linkdesk" }],
    ["github:other/fork", "github:acme/linkdesk", { provider: "github", owner: "other", repo: "fork" }],
    ["https://updates.example/linkdesk", undefined, { provider: "generic", url: "https://updates.example/linkdesk" }],
  ])("of the wish %j and the repository %j", (wish, repository, expected) => {
    expect(publishTo({ wish, repository })).toEqual(expected);
  });

  test.each(["http://updates.example", "github:acme", "acme/linkdesk", "file:///updates"])("is never %s", (wish) => {
    expect(() => publishTo({ wish, repository: undefined })).toThrow("LINKDESK_UPDATES");
  });
});

describe("the home of a package", () => {
  test.each([
    [{ provider: "github", owner: "acme", repo: "linkdesk" }, "win32", "https://github.com/acme/linkdesk"],
    [{ provider: "generic", url: "https://updates.example/linkdesk" }, "linux", "https://updates.example/linkdesk"],
    [null, "win32", undefined],
    [null, "linux", "https://linkdesk.invalid/"],
  ] as const)("with the source %j on %s is %j", (publish, platform, home) => {
    expect(homepageOf(publish, platform)).toBe(home);
  });
});

describe("the configuration", () => {
  test("makes AppImages that start without libfuse 2 and that do not take themselves for a deb", () => {
    expect(configuration.toolsets?.appimage).toBe("1.0.3");
    expect(configuration.linux?.target).toMatchObject([{ target: "AppImage" }, { target: "deb" }]);
  });

  test("installs for one user on Windows, without an administrator and without touching data", () => {
    expect(configuration.nsis).toMatchObject({
      perMachine: false,
      allowElevation: false,
      packElevateHelper: false,
      deleteAppDataOnUninstall: false,
    });
    const script = readFileSync(join(ROOT, configuration.nsis?.include ?? ""), "utf8");
    expect(script).toMatch(/\$\{ifNot\} \$\{isUpdated\}/);
    // A one-click uninstaller is silent, and answers a question with /SD by itself: it asks unless /S was given.
    expect(script).toMatch(/"\/S" \$R1\s+\$\{if\} \$\{Errors\}\s+MessageBox MB_YESNO[^!]*MB_DEFBUTTON2[^!]* IDNO /);
    expect(script.replace(/^\s*;.*$/gm, "")).not.toContain("/SD");
  });

  test("hardens the macOS runtime and takes one exception from it", () => {
    expect(configuration.mac).toMatchObject({ hardenedRuntime: true });
    expect(configuration.mac?.entitlementsInherit).toBe(configuration.mac?.entitlements);
    const entitlements = readFileSync(join(ROOT, configuration.mac?.entitlements ?? ""), "utf8");
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      "com.apple.security.cs.allow-jit",
    ]);
  });

  test("names files that are there", () => {
    for (const name of ["icon.ico", "icon.icns", "png"]) expect(existsSync(join(icons, name))).toBe(true);
  });
});

describe("the work of others", () => {
  const parties = thirdParties();

  test("is under licences that ask for a notice and no more", () => {
    expect(parties.filter(({ licence }) => !ALLOWED_LICENCES.has(licence))).toEqual([]);
  });

  test("is listed with its licences' own words", () => {
    // Of the program, of the window, of a dependency's dependency, of a font in a style sheet.
    const names = ["undici", "react", "sax", "@fontsource-variable/inter"];
    expect(parties.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const text = licencesText(parties);
    for (const { name, version, text: words } of parties) {
      expect(text).toContain(`\n${name} ${version} — `);
      if (words !== null) expect(text).toContain(words);
    }
  });
});
