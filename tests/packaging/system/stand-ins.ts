import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeStandIn, writeStandInBinary } from "../stand-in.ts";

/** As `makeStandIn`, for Windows: its program is a real one, so that icon, version and hash can be put into it. */
export function makeWindowsStandIn(folder: string, version: string): void {
  makeStandIn(folder, version);
  const program = join(folder, "electron.exe");
  const script = [
    `OutFile "${program}"`,
    'Name "stand-in"',
    "VIProductVersion 1.0.0.0",
    'VIAddVersionKey /LANG=1033 "ProductName" "Electron"',
    'VIAddVersionKey /LANG=1033 "FileVersion" "1.0"',
    'VIAddVersionKey /LANG=1033 "LegalCopyright" "none"',
    'VIAddVersionKey /LANG=1033 "FileDescription" "Electron"',
    "Section",
    "SectionEnd",
  ];
  execFileSync("makensis", ["-V1", "-"], { input: script.join("\n") });
  // The fuse wire goes behind the program, where it is found as well as in the middle.
  const wire = join(folder, "electron");
  appendFileSync(program, readFileSync(wire));
  rmSync(wire);
}

/** As `makeStandIn`, for macOS: the bundle with its helpers, as far as electron-builder looks into it. */
export function makeMacStandIn(folder: string, version: string): void {
  const contents = join(folder, "Electron.app", "Contents");
  const frameworks = join(contents, "Frameworks");
  const framework = join(frameworks, "Electron Framework.framework");
  for (const path of [join(contents, "MacOS"), join(contents, "Resources"), join(framework, "Versions", "A")])
    mkdirSync(path, { recursive: true });
  for (const path of [join(contents, "Resources"), join(framework, "Versions", "A", "Resources")])
    for (const language of ["en", "de"]) {
      mkdirSync(join(path, `${language}.lproj`), { recursive: true });
      writeFileSync(join(path, `${language}.lproj`, "locale.pak"), "");
    }
  writeFileSync(join(contents, "Info.plist"), plist("Electron", "com.github.Electron"));
  writeFileSync(join(contents, "MacOS", "Electron"), "the starter of the stand-in\n", { mode: 0o755 });
  writeStandInBinary(join(framework, "Electron Framework"));
  for (const suffix of ["", " (Renderer)", " (GPU)", " (Plugin)"]) {
    const name = `Electron Helper${suffix}`;
    const helper = join(frameworks, `${name}.app`, "Contents");
    mkdirSync(join(helper, "MacOS"), { recursive: true });
    writeFileSync(join(helper, "Info.plist"), plist(name, "com.github.Electron.helper"));
    writeFileSync(join(helper, "MacOS", name), "a helper of the stand-in\n", { mode: 0o755 });
  }
  writeFileSync(join(folder, "version"), version);
  for (const name of ["LICENSE", "LICENSES.chromium.html"]) writeFileSync(join(folder, name), `${name}\n`);
}

function plist(name: string, id: string): string {
  const entries = { CFBundleName: name, CFBundleExecutable: name, CFBundleIdentifier: id, CFBundlePackageType: "APPL" };
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${lines.join("")}</dict></plist>\n`;
}
