// In the place of fpm, as far as electron-builder calls it for a deb: lays the files out and has dpkg-deb pack them.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" } as const;
const many = { type: "string", multiple: true } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: "s" },
    t: { ...text, short: "t" },
    d: { ...many, short: "d" },
    force: { type: "boolean" },
    architecture: text,
    "after-install": text,
    "after-remove": text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    category: text,
    "deb-priority": text,
    "deb-recommends": many,
    "deb-compression": text,
  },
});

function given(name: "name" | "version" | "maintainer" | "description" | "url" | "architecture" | "package"): string {
  const value = values[name];
  if (value === undefined) throw new Error(`fpm was not given --${name}.`);
  return value;
}

const stage = mkdtempSync(join(tmpdir(), "linkdesk-deb-"));
try {
  for (const pair of positionals) {
    const [from = "", to = ""] = pair.split("=");
    mkdirSync(dirname(join(stage, to)), { recursive: true });
    cpSync(from, join(stage, to), { recursive: true });
    if (!statSync(from).isDirectory()) chmodSync(join(stage, to), 0o644);
  }
  const control = join(stage, "DEBIAN");
  mkdirSync(control);
  for (const [option, name] of [
    ["after-install", "postinst"],
    ["after-remove", "postrm"],
  ] as const) {
    const script = values[option];
    if (script !== undefined && existsSync(script))
      writeFileSync(join(control, name), readFileSync(script), { mode: 0o755 });
  }
  const [synopsis = "", ...more] = given("description").split("\n");
  const fields = [
    `Package: ${given("name")}`,
    `Version: ${given("version")}`,
    `Maintainer: ${given("maintainer")}`,
    `Architecture: ${given("architecture")}`,
    `Depends: ${(values.d ?? []).join(", ")}`,
    ...(values["deb-recommends"] === undefined ? [] : [`Recommends: ${values["deb-recommends"].join(", ")}`]),
    `Section: ${values.category ?? "default"}`,
    `Priority: ${values["deb-priority"] ?? "optional"}`,
    `Homepage: ${given("url")}`,
    `Description: ${synopsis}`,
    ...more.map((line) => (line.startsWith(" ") ? line : ` ${line}`)),
  ];
  writeFileSync(join(control, "control"), `${fields.join("\n")}\n`);
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", stage, given("package")], { stdio: "inherit" });
} finally {
  rmSync(stage, { recursive: true, force: true });
}
