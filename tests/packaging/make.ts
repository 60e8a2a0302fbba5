import { join } from "node:path";
import { Arch, build, type Platform } from "electron-builder";
import { configuration } from "../../build/packaging/configuration.ts";
import { publishTo } from "../../build/packaging/publish.ts";
import { writeLicences } from "../../build/steps/licences.ts";
import { ROOT } from "../../build/steps/run.ts";
import { electronVersion } from "./stand-in.ts";

/** What the packages are told of the place that their successors come from. */
export const SOURCE = { provider: "github", owner: "acme", repo: "linkdesk" } as const;

interface Wanted {
  readonly platform: Platform;
  /** `dir` is the unpacked program. */
  readonly kinds: readonly string[];
  /** Lays a stand-in for Electron into the folder. */
  readonly standIn: (folder: string, version: string) => void;
  readonly work: string;
}

/**
 * Has electron-builder pack the built program around a stand-in for Electron, by the very configuration of
 * `npm run package`. Nothing is fetched as long as the kinds need no tools of others.
 *
 * @returns the folder that the packages lie in
 */
export async function makePackages({ platform, kinds, standIn, work }: Wanted): Promise<string> {
  const electronDist = join(work, `electron-${platform.name}`);
  const output = join(work, platform.name);
  const version = await electronVersion();
  standIn(electronDist, version);
  writeLicences();
  // electron-builder changes what it is given; each time it gets one of its own.
  const { afterPack = null, ...data } = configuration;
  await build({
    projectDir: ROOT,
    targets: platform.createTarget([...kinds], Arch.x64),
    publish: "never",
    config: {
      ...structuredClone(data),
      afterPack,
      publish: publishTo({ wish: `github:${SOURCE.owner}/${SOURCE.repo}`, repository: undefined }),
      electronDist,
      directories: { ...configuration.directories, output },
    },
  });
  return output;
}
