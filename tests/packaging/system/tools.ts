import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginStub } from "./plugin-stub.ts";

const HERE = import.meta.dirname;
const TEMPLATES = join(HERE, "..", "..", "..", "node_modules", "app-builder-lib", "templates", "nsis");
const NSIS = "/usr/share/nsis";

/** Where a program is, or null: only what the system's own packages bring is used. */
export function whereIs(program: string): string | null {
  try {
    return execFileSync("which", [program], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/**
 * The tools that electron-builder would fetch, made of the system's own ones, as environment variables that lead it to
 * them. What the system does not have is stood in for: fpm by `fpm.ts`, wine by a copy, the run time of an AppImage by
 * four kilobytes of nothing, the plug-ins of NSIS by libraries that have the same functions by name.
 */
export function systemTools(folder: string): Readonly<Record<string, string>> {
  const program = (path: string, lines: string): string => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${lines}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const node = `"${process.execPath}" --disable-warning=ExperimentalWarning`;

  const appImage = join(folder, "appimage");
  mkdirSync(join(appImage, "runtimes"), { recursive: true });
  mkdirSync(join(appImage, "lib", "x64"), { recursive: true });
  writeFileSync(join(appImage, "runtimes", "runtime-x64"), Buffer.alloc(4_096));
  for (const name of ["mksquashfs", "desktop-file-validate"]) symlinkSync(whereIs(name) ?? "", join(appImage, name));

  const nsis = join(folder, "nsis");
  mkdirSync(join(nsis, "linux"), { recursive: true });
  symlinkSync(whereIs("makensis") ?? "", join(nsis, "linux", "makensis"));
  for (const name of readdirSync(NSIS)) symlinkSync(join(NSIS, name), join(nsis, name));

  const plugins = join(folder, "nsis-resources", "plugins", "x86-unicode");
  mkdirSync(plugins, { recursive: true });
  for (const [name, functions] of missingPlugins())
    writeFileSync(join(plugins, `${name}.dll`), pluginStub(name, [...functions]));

  // The first run of the installer writes the uninstaller: electron-builder expects it under this name.
  program(join(folder, "bin", "wine"), 'cp "$1" "$(dirname "$1")/$(basename "$1" exe)__uninstaller.exe"');
  return {
    CUSTOM_FPM_PATH: program(join(folder, "bin", "fpm"), `exec ${node} "${join(HERE, "fpm.ts")}" "$@"`),
    APPIMAGE_TOOLS_PATH: appImage,
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, "nsis-resources"),
    ELECTRON_BUILDER_7ZIP_PATH: whereIs("7za") ?? "",
    PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
  };
}

/** What electron-builder's scripts call of plug-ins that NSIS itself does not bring. */
function missingPlugins(): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Set(
    readdirSync(join(NSIS, "Plugins", "x86-unicode")).map((name) => name.replace(".dll", "").toLowerCase()),
  );
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(TEMPLATES, { recursive: true, encoding: "utf8" })) {
    if (!/\.ns[hi]$/.test(name)) continue;
    for (const [, plugin = "", call = ""] of readFileSync(join(TEMPLATES, name), "utf8").matchAll(/\b(\w+)::(\w+)/g)) {
      if (own.has(plugin.toLowerCase())) continue;
      found.set(plugin, (found.get(plugin) ?? new Set()).add(call));
    }
  }
  return found;
}
