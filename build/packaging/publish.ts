import type { Configuration } from "electron-builder";
import { z } from "zod";

type Publish = Exclude<Configuration["publish"], undefined>;

interface Sources {
  /** `github:OWNER/REPO`, an https address that holds the files of a release, or `none`. */
  readonly wish: string | undefined;
  /** `repository` of package.json, as npm writes it. */
  readonly repository: string | undefined;
}

/**
 * Where a package looks for its successor. No address is built into the project: it is given with the build
 * (LINKDESK_UPDATES), or it is the GitHub repository that package.json names. Without either the package has no
 * source, and the preferences say so.
 *
 * @throws Error when the wish is none of the three forms
 */
export function publishTo({ wish, repository }: Sources): Publish {
  if (wish === "none") return null;
  const github = /^github:([\w.-]+)\/([\w.-]+)$/.exec(wish ?? shortRepository(repository) ?? "");
  if (github !== null) return { provider: "github", owner: github[1] ?? "", repo: github[2] ?? "" };
  if (wish === undefined || wish === "") return null;
  if (URL.canParse(wish) && new URL(wish).protocol === "https:") return { provider: "generic", url: wish };
  throw new Error(`LINKDESK_UPDATES takes github:OWNER/REPO, an https address or none, not "${wish}".`);
}

/**
 * The address that the package names as its home: where its successors come from. A deb cannot be made without one;
 * where there is none, it names one that by its definition leads nowhere (RFC 2606).
 */
export function homepageOf(publish: Publish, platform: NodeJS.Platform): string | undefined {
  const source = z
    .union([
      z.object({ provider: z.literal("github"), owner: z.string(), repo: z.string() }),
      z.object({ provider: z.literal("generic"), url: z.string() }),
    ])
    .safeParse(publish).data;
  if (source === undefined) return platform === "linux" ? "https://linkdesk.invalid/" : undefined;
  return source.provider === "github" ? `https://github.com/${source.owner}/${source.repo}` : source.url;
}

/** `git+https://github.com/OWNER/REPO.git` and `github:OWNER/REPO` alike. */
function shortRepository(repository: string | undefined): string | null {
  const found = /^(?:github:|(?:git\+)?https:\/\/github\.com\/)([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository ?? "");
  return found === null ? null : `github:${found[1]}`;
}
