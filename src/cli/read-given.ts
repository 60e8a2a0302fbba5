import { createReadStream } from "node:fs";
import { sizeText } from "../shared/measures.ts";
import { BadUsage } from "./arguments.ts";

/**
 * The text of a file that is named on the command line, or of standard input. It may be a pipe (`<(…)`) and is read to its
 * end, but never more of it than so many bytes.
 *
 * @throws BadUsage
 */
export async function readGiven(from: string | NodeJS.ReadableStream, limit: number): Promise<string> {
  const name = typeof from === "string" ? `The file ${from}` : "Standard input";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of typeof from === "string" ? createReadStream(from) : from) {
      const bytes = Buffer.from(chunk);
      size += bytes.byteLength;
      if (size > limit) break;
      chunks.push(bytes);
    }
  } catch {
    throw new BadUsage(`${name} cannot be read.`);
  }
  if (size > limit) throw new BadUsage(`${name} has more than ${sizeText(limit)}, which is more than is read.`);
  return Buffer.concat(chunks).toString("utf8");
}
