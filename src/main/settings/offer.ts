import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { isMarkup, isOrdinary, stepsOf } from "../../shared/answer-script.ts";
import type { ProfileDraft } from "../../shared/profile.ts";
import { PROFILES_FILE_LIMIT, type ProfilesOffer } from "../../shared/transfer-file.ts";
import { Refusal } from "../refusal.ts";
import { readExport } from "./transfer.ts";

/** Reads an export file that was opened from outside, for the window to ask about. Never throws; changes nothing. */
export async function readOffer(path: string): Promise<ProfilesOffer> {
  const file = basename(path);
  try {
    return offerOf(file, await readText(path));
  } catch (error) {
    return { readable: false, file, reason: error instanceof Refusal ? error.message : unreadable(error) };
  }
}

/** What is in the text of an export file, as the user is asked about it. Never throws. */
export function offerOf(file: string, text: string): ProfilesOffer {
  try {
    const profiles = readExport(text).map((draft) => {
      const { name, mode, baseUrl } = draft;
      return { name, mode, baseUrl, acts: actsOf(draft) };
    });
    return { readable: true, file, profiles, text };
  } catch (error) {
    return { readable: false, file, reason: error instanceof Refusal ? error.message : unreadable(error) };
  }
}

const QUOTED = 200;

/** What a profile does without being asked again, once it is selected: an author may have meant no good with it. */
function actsOf({ answerScript, replay }: ProfileDraft): string[] {
  const steps = stepsOf(answerScript);
  const done = steps.map((step) => (step.does === "answer" ? String(step.status) : step.does)).join(", ");
  const pages = steps.flatMap((step) => (step.does === "answer" && isMarkup(step) ? [step.body] : []));
  return [
    ...(isOrdinary(answerScript) ? [] : [`Answers webhooks on purpose, not with a plain 200: ${done}.`]),
    ...(answerScript.scope === "all" ? ["Answers requests to every path of the listener."] : []),
    ...pages.map((body) => `Shows a page to browsers at the webhook address: ${body.slice(0, QUOTED)}`),
    ...(replay.forward.url === ""
      ? []
      : [`Names an address to hand webhooks on to, switched off: ${replay.forward.url}`]),
  ];
}

/** A file that grows while it is read, or is none (a pipe, a device), is not read without end. */
async function readText(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Refusal("import-refused", "This is not a file.");
    if (stat.size > PROFILES_FILE_LIMIT)
      throw new Refusal("import-refused", "This file is larger than 5 MB: it is not an export of profiles.");
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  if (code === "ENOENT") return "This file is not there any more.";
  if (code === "EACCES" || code === "EPERM") return "Linkdesk may not read this file.";
  return `This file could not be read (${code}).`;
}
