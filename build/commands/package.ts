// npm run package: installers for this system, or with --dir the unpacked program alone, under out/packages;
// --universal makes the latter of both architectures on macOS. Nothing
// is published from here; the release workflow does that with what this makes.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "electron-builder";
import { configuration } from "../packaging/configuration.ts";
import { buildIfStale } from "../steps/build.ts";
import { writeLicences } from "../steps/licences.ts";
import { ROOT } from "../steps/run.ts";

// A secret that a workflow does not have is an empty variable, which electron-builder takes for a wrong certificate.
for (const name of ["CSC_LINK", "CSC_KEY_PASSWORD", "APPLE_ID", "APPLE_APP_SPECIFIC_PASSWORD", "APPLE_TEAM_ID"])
  if (process.env[name] === "") delete process.env[name];

const { values } = parseArgs({
  options: { dir: { type: "boolean", default: false }, universal: { type: "boolean", default: false } },
});
await buildIfStale();
writeLicences();
rmSync(join(ROOT, "out", "packages"), { recursive: true, force: true });
// On macOS both architectures in one, as a release has them: what can go wrong with it is not for the tag to find out.
const architecture = values.universal ? { universal: true } : {};
const files = await build({
  projectDir: ROOT,
  config: configuration,
  dir: values.dir,
  ...architecture,
  publish: "never",
});
for (const file of files) console.log(file);
