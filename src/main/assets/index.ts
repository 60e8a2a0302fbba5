import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssetResponse, AssetServer } from "../hosts/host.ts";
import type { BodyShelf } from "./body-shelf.ts";
import { contentType, securityHeaders } from "./headers.ts";

export { type BodyShelf, createBodyShelf } from "./body-shelf.ts";

interface Options {
  /** The folder of the built renderer. */
  readonly folder: string;
  /** Bodies that the window was told to fetch. */
  readonly bodies?: Pick<BodyShelf, "take">;
}

/**
 * Serves the built renderer to the window's own origin. Only what was a regular file below the folder when the first
 * answer was given can be had, by its exact path: a path is looked up, never joined, so there is nothing to traverse.
 * Links, to files or folders, are left out.
 *
 * @returns a server that answers 404 for everything else and never rejects
 */
export function createAssetServer({ folder, bodies }: Options): AssetServer {
  let files: Promise<ReadonlyMap<string, string>> | null = null;
  return async (path) => {
    const body = bodies?.take(path) ?? null;
    // Whatever it is, it is never anything but bytes: not a page, not a script.
    if (body !== null) return found("body", new Uint8Array(body), null);
    try {
      files ??= filesBelow(folder);
      const file = (await files).get(path === "/" ? "/index.html" : (plainPath(path) ?? ""));
      if (file === undefined) return notFound();
      const bytes = await readFile(file);
      return file.endsWith(".html") ? page(bytes.toString("utf8")) : found(file, new Uint8Array(bytes), null);
    } catch {
      // The folder or the file is not there (any more).
      files = null;
      return notFound();
    }
  };
}

/**
 * Answers a request that the window made to its own origin; which origin that is, the host has checked.
 *
 * @returns what the server has for the address's path; 405 for anything but GET
 */
export async function answerRequest(serve: AssetServer, method: string, url: string): Promise<AssetResponse> {
  if (method === "GET") return serve(new URL(url).pathname);
  return { ...plain(405, "Linkdesk’s own files can only be read."), headers: { ...plainHeaders, allow: "GET" } };
}

/** A page gets a nonce of its own at each load; whoever read an old one has nothing. */
function page(html: string): AssetResponse {
  const nonce = randomBytes(16).toString("base64");
  return found("index.html", new TextEncoder().encode(html.replaceAll(NONCE_PLACEHOLDER, nonce)), nonce);
}

function found(file: string, body: Uint8Array<ArrayBuffer>, nonce: string | null): AssetResponse {
  return { status: 200, headers: { ...securityHeaders(nonce), "content-type": contentType(file) }, body };
}

const plainHeaders = { ...securityHeaders(null), "content-type": contentType("sentence.txt") };

function plain(status: number, sentence: string): AssetResponse {
  return { status, headers: plainHeaders, body: new TextEncoder().encode(sentence) };
}

function notFound(): AssetResponse {
  return plain(404, "There is no such file in Linkdesk.");
}

/** The path with its percent-encoding undone once (RFC 3986), or null when it is damaged or hides a separator. */
function plainPath(path: string): string | null {
  try {
    const segments = path.split("/").map((segment) => decodeURIComponent(segment));
    return segments.some((segment) => /[/\\\0]/.test(segment)) ? null : segments.join("/");
  } catch {
    return null;
  }
}

/** The regular files below a folder: URL path (with its leading slash) to file path. */
async function filesBelow(folder: string, urlPath = ""): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const here = `${urlPath}/${entry.name}`;
    if (entry.isFile()) files.set(here, join(folder, entry.name));
    else if (entry.isDirectory())
      for (const [path, file] of await filesBelow(join(folder, entry.name), here)) files.set(path, file);
  }
  return files;
}

/** Stands in the built index.html wherever the nonce of the load belongs; the asset server replaces it. */
export const NONCE_PLACEHOLDER = "LINKDESK-CSP-NONCE";
