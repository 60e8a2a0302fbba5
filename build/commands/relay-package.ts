// npm run relay-package: the relay as a package of its own, linkdesk-relay-VERSION.tgz under out/relay: two files that
// need nothing but Node 24, with the licences of what is built into them. `docker build` takes it from there.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { z } from "zod";
import { licencesText, thirdParties } from "../steps/licences.ts";
import { ROOT, run } from "../steps/run.ts";

const folder = join(ROOT, "out", "relay");
const content = join(folder, "package");
const { version, license, author } = z
  .object({ version: z.string(), license: z.string(), author: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

rmSync(folder, { recursive: true, force: true });
mkdirSync(content, { recursive: true });
await build({
  root: ROOT,
  configFile: false,
  logLevel: "warn",
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: true,
    target: "node24",
    outDir: content,
    rollupOptions: {
      input: {
        "linkdesk-relay": join(ROOT, "src/relay/main.ts"),
        "sqlite-thread": join(ROOT, "src/relay/storage/sqlite-thread.ts"),
      },
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
});
const program = join(content, "linkdesk-relay.mjs");
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, "utf8")}`, { mode: 0o755 });
const manifest = {
  name: "linkdesk-relay",
  version,
  description: "One webhook address for a team, and no webhook lost while a laptop is closed.",
  license,
  author,
  type: "module",
  bin: { "linkdesk-relay": "linkdesk-relay.mjs" },
  engines: { node: ">=24" },
};
writeFileSync(join(content, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(
  join(content, "third-party-licences.txt"),
  licencesText(thirdParties(["ws", "pino", "zod", "@nats-io/transport-node", "@nats-io/jetstream", "@nats-io/kv"]), []),
);
copyFileSync(join(ROOT, "LICENSE"), join(content, "LICENSE"));
for (const name of ["nats-server.conf", "nats-cluster.conf"])
  copyFileSync(join(ROOT, "src/relay/nats", name), join(content, name));
copyFileSync(join(ROOT, "docs", "relay.md"), join(content, "README.md"));
const { code, output } = await run("npm", ["pack", content, "--pack-destination", folder], { quiet: true });
if (code !== 0) console.error(output);
console.log(join(folder, `linkdesk-relay-${version}.tgz`));
process.exitCode = code;
