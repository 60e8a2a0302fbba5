import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type CaseManifest, OPENED_FILE_LIMIT } from "../../../shared/case-file.ts";
import { Refusal } from "../../refusal.ts";
import type { Seal } from "./seal.ts";

/** What a case file says of itself before its parts are there. */
export type CaseHead = Omit<CaseManifest, "linkdeskCase" | "id" | "parts">;

export interface CasePart {
  readonly name: string;
  readonly content: (caseId: string) => AsyncIterable<string | Uint8Array>;
}

export interface CaseContent {
  /** Asked for when all parts are written. */
  readonly head: () => Promise<CaseHead>;
  /** Each is asked for when the one before it is written. */
  readonly parts: readonly CasePart[];
  readonly seal: Seal;
}

export const MANIFEST = "manifest.json";
export const SIGNATURE = "signature.json";

const CHUNK = 65_536;

/** A case file, piece by piece: the parts, and behind them the manifest with their hashes and its signature. */
export async function* writeCase({ head, parts, seal }: CaseContent): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const id = randomUUID();
  const mtime = new Date();
  const written: { name: string; size: number; sha256: string }[] = [];
  let total = 0;
  let manifest: Buffer = Buffer.alloc(0);

  async function* counted({ name, content }: CasePart): AsyncIterable<Uint8Array> {
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of gathered(content(id))) {
      hash.update(piece);
      size += piece.byteLength;
      total += piece.byteLength;
      if (total > OPENED_FILE_LIMIT)
        throw new Refusal("too-much", "A case file has room for 4 GB. Choose fewer events.");
      yield piece;
    }
    written.push({ name, size, sha256: hash.digest("hex") });
  }

  function add(name: string, content: () => AsyncIterable<Uint8Array>): void {
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644 }, (take) => take(null, Readable.from(content())));
  }

  for (const part of parts) add(part.name, () => counted(part));
  add(MANIFEST, async function* () {
    const said: CaseManifest = { linkdeskCase: 1, id, ...(await head()), parts: written };
    manifest = Buffer.from(`${JSON.stringify(said, null, 2)}\n`, "utf8");
    yield manifest;
  });
  add(SIGNATURE, async function* () {
    yield Buffer.from(`${JSON.stringify(seal.sign(manifest), null, 2)}\n`, "utf8");
  });
  const output = Readable.from(zip.outputStream);
  zip.on("error", (error: Error) => output.destroy(error));
  zip.end();
  for await (const piece of output) yield piece as Uint8Array;
}

/** A line of a few hundred bytes is not worth a way through the packer of its own. */
async function* gathered(pieces: AsyncIterable<string | Uint8Array>): AsyncIterable<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece, "utf8") : Buffer.from(piece);
    waiting.push(bytes);
    length += bytes.byteLength;
    if (length < CHUNK) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
