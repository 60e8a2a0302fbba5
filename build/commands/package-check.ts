// npm run package-check: makes each kind of package around a stand-in for Electron, with the tools of a Debian system
// in the place of those that electron-builder would fetch, and looks into what came out. It needs:
//   apt-get install nsis p7zip-full squashfs-tools desktop-file-utils lintian
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemTools, whereIs } from "../../tests/packaging/system/tools.ts";
import { buildIfStale } from "../steps/build.ts";

const NEEDED = ["makensis", "7za", "mksquashfs", "unsquashfs", "desktop-file-validate", "dpkg-deb", "lintian"];

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
const missing = NEEDED.filter((name) => whereIs(name) === null);
if (missing.length > 0) {
  console.error(`Not on this system: ${missing.join(", ")}. What to install is in this file's first lines.`);
  process.exit(2);
}

await buildIfStale();
const work = mkdtempSync(join(tmpdir(), "linkdesk-installers-"));
try {
  // Read by electron-builder when it looks for a tool.
  Object.assign(process.env, systemTools(join(work, "tools")));
  const { CHECKS } = await import("../../tests/packaging/system/checks.ts");
  for (const [name, check] of CHECKS) {
    await check(work);
    console.log(`✓ ${name}`);
  }
  if (values.keep) console.log(`All of it is in ${work}`);
} finally {
  if (!values.keep) rmSync(work, { recursive: true, force: true });
}
