import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type CaseManifest, OPENED_FILE_LIMIT, OPENED_FILE_ROOM } from "../../../shared/case-file.ts";
import { Refusal } from "../../refusal.ts";
import { createLineHash } from "./line-marks.ts";
import type { Seal } from "./seal.ts";

/** What a case file says of itself before its parts are there. */
export type CaseHead = Omit<CaseManifest, "linkdeskCase" | "id" | "parts">;

export interface CasePart {
  readonly name: string;
  readonly content: (caseId: string) => AsyncIterable<string | Uint8Array>;
  /** The part consists of lines, and no piece of it ends within one. */
  readonly isLines?: true;
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
/** Half the time of the usual level, for a tenth more bytes. */
const COMPRESSION = 3;
const LINE_FEED = 0x0a;

/** A case file, piece by piece: the parts, and behind them the manifest with their hashes and its signature. */
export async function* writeCase({ head, parts, seal }: CaseContent): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const id = randomUUID();
  const mtime = new Date();
  const written: CaseManifest["parts"][number][] = [];
  let total = 0;
  let manifest: Buffer = Buffer.alloc(0);

  async function* counted({ name, content, isLines }: CasePart): AsyncIterable<Uint8Array> {
    const hash = createLineHash();
    async function* hashed(): AsyncIterable<Buffer> {
      for await (const piece of content(id)) {
        const bytes = typeof piece === "string" ? Buffer.from(piece, "utf8") : Buffer.from(piece);
        if (isLines === true) for (const line of linesOf(bytes)) hash.add(line);
        else hash.add(bytes);
        total += bytes.byteLength;
        if (total > OPENED_FILE_LIMIT)
          throw new Refusal("too-much", `A case file has room for ${OPENED_FILE_ROOM}. Choose fewer events.`);
        yield bytes;
      }
    }
    yield* gathered(hashed());
    const { marks, ...rest } = hash.end();
    written.push({ name, ...rest, ...(isLines === true ? { marks: marks.map((mark) => [...mark]) } : {}) });
  }

  function add(name: string, content: () => AsyncIterable<Uint8Array>): void {
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644, compressionLevel: COMPRESSION }, (take) =>
      take(null, Readable.from(content())),
    );
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

function* linesOf(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(from, until);
    from = until;
  }
}

/** A line of a few hundred bytes is not worth a way through the packer of its own. */
async function* gathered(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.byteLength;
    if (length < CHUNK) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
