import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AfterPackContext, Platform } from "electron-builder";
import { parse } from "yaml";
import { z } from "zod";
import { configuration } from "../../../build/packaging/configuration.ts";
import { applyFuses } from "../../../build/packaging/fuses.ts";
import { archiveHash } from "../archive-hash.ts";
import { makePackages, SOURCE } from "../make.ts";
import { makeStandIn } from "../stand-in.ts";
import { makeMacStandIn, makeWindowsStandIn } from "./stand-ins.ts";

type Check = (work: string) => Promise<void> | void;

const text = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1_048_576, stdio: ["ignore", "pipe", "pipe"] });

function only(folder: string, ending: string): string {
  const found = readdirSync(folder).filter((name) => name.endsWith(ending));
  assert.equal(found.length, 1, `one ${ending} in ${folder}, not ${found.join(", ")}`);
  return join(folder, found[0] ?? "");
}

const updates = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.int() })).min(1),
});

/** What the updater reads first names files that are there, with their real hashes. */
function updateFileFits(folder: string, name: string): void {
  const { version, files } = updates.parse(parse(readFileSync(join(folder, name), "utf8")));
  assert.match(version, /^\d+\.\d+\.\d+$/);
  for (const { url, sha512, size } of files) {
    const bytes = readFileSync(join(folder, url));
    assert.equal(bytes.length, size, `${url}: size`);
    assert.equal(createHash("sha512").update(bytes).digest("base64"), sha512, `${url}: hash`);
  }
}

function sourceIsNamed(resources: string): void {
  const { provider, owner, repo, ...rest } = z
    .record(z.string(), z.string())
    .parse(parse(readFileSync(join(resources, "app-update.yml"), "utf8")));
  assert.deepEqual({ provider, owner, repo }, SOURCE);
  assert.deepEqual(Object.keys(rest), ["updaterCacheDirName"], "nothing else, and no token");
}

/** What a Linux desktop goes by. */
function desktopEntryFits(file: string, program: string): void {
  text("desktop-file-validate", file);
  const entry = readFileSync(file, "utf8");
  for (const line of [`Exec=${program} %U`, "Icon=linkdesk", "StartupWMClass=linkdesk"])
    assert.ok(entry.split("\n").includes(line), `${line} in ${file}`);
  assert.match(
    entry,
    /^MimeType=application\/x-linkdesk-profiles\+json;application\/x-linkdesk-case\+zip;application\/x-linkdesk-playbook\+json;$/m,
  );
}

/** What lintian says that is of no weight for a package that comes from no distribution and lives in /opt. */
const LINTIAN_ACCEPTED = new Set([
  "dir-or-file-in-opt",
  "no-changelog",
  "no-copyright-file",
  "command-with-path-in-maintainer-script",
  "maintainer-script-ignores-errors",
  "postrm-removes-alternative",
  // The stand-in is no program.
  "executable-not-elf-or-script",
  "extended-description-line-too-long",
]);

const deb: Check = (work) => {
  const file = only(join(work, "linux"), ".deb");
  const field = (name: string): string => text("dpkg-deb", "--field", file, name).trim();
  assert.deepEqual([field("Package"), field("Architecture"), field("Section")], ["linkdesk", "amd64", "devel"]);
  assert.equal(field("Depends"), configuration.deb?.depends?.toString().replaceAll(",", ", "));
  assert.equal(field("Recommends"), "");
  const root = join(work, "deb");
  text("dpkg-deb", "--raw-extract", file, root);
  for (const name of ["postinst", "postrm"]) text("bash", "-n", join(root, "DEBIAN", name));
  const installed = readFileSync(join(root, "DEBIAN", "postinst"), "utf8");
  assert.match(installed, /apparmor_parser --replace/);
  assert.doesNotMatch(installed + readFileSync(join(root, "DEBIAN", "postrm"), "utf8"), /\$HOME|\/home|\.config/);
  const program = join(root, "opt", "Linkdesk");
  assert.match(readFileSync(join(program, "resources", "apparmor-profile"), "utf8"), /"\/opt\/Linkdesk\/linkdesk"/);
  assert.equal(readFileSync(join(program, "resources", "package-type"), "utf8").trim(), "deb");
  desktopEntryFits(join(root, "usr", "share", "applications", "linkdesk.desktop"), "/opt/Linkdesk/linkdesk");
  assert.match(readFileSync(join(root, "usr", "share", "mime", "packages", "linkdesk.xml"), "utf8"), /\*\.linkdesk/);
  assert.equal(readdirSync(join(root, "usr", "share", "icons", "hicolor")).length, 8);
  const said = execFileSync("sh", ["-c", `lintian --allow-root "${file}" 2>/dev/null || true`], { encoding: "utf8" });
  const heavy = said
    .split("\n")
    .filter((line) => /^[EW]:/.test(line) && !LINTIAN_ACCEPTED.has(line.split(" ")[2] ?? ""));
  assert.deepEqual(heavy, []);
};

const appImage: Check = (work) => {
  const file = only(join(work, "linux"), ".AppImage");
  const root = join(work, "appimage");
  // Behind the four kilobytes that stand in for its run time.
  text("unsquashfs", "-quiet", "-no-progress", "-offset", "4096", "-dest", root, file);
  text("bash", "-n", join(root, "AppRun"));
  desktopEntryFits(join(root, "linkdesk.desktop"), "AppRun");
  sourceIsNamed(join(root, "resources"));
  assert.ok(!existsSync(join(root, "resources", "package-type")), "it would take itself for a deb");
  for (const name of readdirSync(join(work, "linux")).filter(
    (each) => each.endsWith(".yml") && each.startsWith("latest"),
  ))
    updateFileFits(join(work, "linux"), name);
};

const windows: Check = async (work) => {
  // electron-builder runs makensis with -WX: a warning in its script or in ours ends it.
  const folder = await makePackages({ platform: Platform.WINDOWS, kinds: ["nsis"], standIn: makeWindowsStandIn, work });
  const setup = join(folder, only(folder, "-x64.exe").split("/").at(-1) ?? "");
  const inside = text("7za", "l", "-ba", setup);
  for (const name of ["Linkdesk.exe", "resources/app.asar", "resources/app-update.yml", "resources/package.json"])
    assert.ok(inside.includes(name), `${name} in the installer`);
  assert.doesNotMatch(inside, /elevate\.exe|\.map$|default_app/m);
  const unpacked = join(folder, "win-unpacked");
  sourceIsNamed(join(unpacked, "resources"));
  const program = readFileSync(join(unpacked, "Linkdesk.exe"), "latin1");
  assert.ok(
    program.includes(archiveHash(join(unpacked, "resources", "app.asar"))),
    "the archive's hash in the program",
  );
  updateFileFits(folder, "latest.yml");
};

/** As far as a universal bundle can be looked at without a Mac: its two halves come out of the hook as they went in. */
const universal: Check = async (work) => {
  for (const arch of ["x64", "arm64"]) {
    const appOutDir = join(work, `mac-universal-${arch}-temp`);
    makeMacStandIn(appOutDir, "45.0.0");
    const framework = join(
      appOutDir,
      "Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework",
    );
    const before = readFileSync(framework);
    const packager = { appInfo: { productFilename: "Electron" } };
    await applyFuses({ appOutDir, electronPlatformName: "darwin", packager } as unknown as AfterPackContext);
    assert.ok(readFileSync(framework).equals(before), `the ${arch} half was changed`);
  }
};

const mac: Check = async (work) => {
  const folder = await makePackages({ platform: Platform.MAC, kinds: ["zip"], standIn: makeMacStandIn, work });
  const inside = text("7za", "l", "-ba", only(folder, ".zip"));
  for (const name of ["Contents/MacOS/Linkdesk", "Contents/Info.plist", "Contents/Resources/app-update.yml"])
    assert.ok(inside.includes(`Linkdesk.app/${name}`), `${name} in the zip`);
  updateFileFits(folder, "latest-mac.yml");
};

/** In their order; what is made for one is looked at by the next. */
export const CHECKS: readonly (readonly [string, Check])[] = [
  [
    "AppImage and deb are made",
    async (work) => {
      await makePackages({ platform: Platform.LINUX, kinds: ["AppImage", "deb"], standIn: makeStandIn, work });
    },
  ],
  ["deb: fields, maintainer scripts, menu entry, file type, icons, lintian", deb],
  ["AppImage: starter, menu entry, source of updates, hashes", appImage],
  ["Windows: the installer's and the uninstaller's script compile without a warning; contents, archive hash", windows],
  ["macOS: zip, contents, hashes", mac],
  ["macOS: the two halves of a universal bundle are left alone by our hook", universal],
];
