import { basename } from "node:path";
import { isMarkup, isOrdinary, stepsOf } from "../../shared/answer-script.ts";
import type { ProfileDraft } from "../../shared/profile.ts";
import { PROFILES_FILE_LIMIT, type ProfilesOffer } from "../../shared/transfer-file.ts";
import { readOfferedText } from "../offered-file.ts";
import { Refusal } from "../refusal.ts";
import { readExport } from "./transfer.ts";

const TOO_LARGE = "This file is larger than 5 MB: it is not an export of profiles.";

/** Reads an export file that was opened from outside, for the window to ask about. Never throws; changes nothing. */
export async function readOffer(path: string): Promise<ProfilesOffer> {
  const file = basename(path);
  try {
    return offerOf(file, await readOfferedText(path, PROFILES_FILE_LIMIT, TOO_LARGE));
  } catch (error) {
    return { readable: false, file, reason: reasonOf(error) };
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
    return { readable: false, file, reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.message : "Something went wrong inside Linkdesk.";
}

const QUOTED = 200;

/** What a profile does without asking again once it is selected, for the user to judge: the file may be meant to harm. */
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
