import { chmod, mkdtemp, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { doctorThread, evidenceThread, journalThread } from "./threads.ts";

/** Before the first unit test: every thread as one file, found by the tests' processes and by those that they start. */
export default async function bundleThreads(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "linkdesk-threads-"));
  // One test runs as nobody, who must be able to read them.
  await chmod(folder, 0o755);
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: {
          journal: fileURLToPath(journalThread),
          doctor: fileURLToPath(doctorThread),
          evidence: fileURLToPath(evidenceThread),
        },
        external: [...builtinModules],
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  process.env["LINKDESK_TEST_THREADS"] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
