import { z } from "zod";
import { parseForeign } from "../../shared/json/parse.ts";
import { type Profile, type ProfileDraft, profileDraft } from "../../shared/profile.ts";
import { Refusal } from "../refusal.ts";
import { isRecord } from "./sections.ts";

const FORMAT = "linkdesk-profiles";
const VERSION = 1;
const PROFILES_AT_MOST = 200;

const envelope = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  profiles: z.array(z.unknown()).min(1).max(PROFILES_AT_MOST),
});

/** The text of an export file. Secrets are not in profiles to begin with; a secret header goes without its value. */
export function exportText(profiles: readonly Profile[]): string {
  const drafts = profiles.map((profile) => {
    const { id: _, ...draft } = profile;
    const extraHeaders = draft.extraHeaders.map((header) => (header.secret ? { ...header, value: "" } : header));
    // The address on the dashboard leads to this machine, and may have a token in it.
    return { ...withoutAgreements(draft), dashboardUrl: "", extraHeaders };
  });
  return `${JSON.stringify({ format: FORMAT, version: VERSION, profiles: drafts }, null, 2)}\n`;
}

/**
 * Reads an export file. All of it or nothing: a half-imported file would leave the user guessing.
 *
 * @throws Refusal `import-refused` with a sentence that says what is wrong, and where
 */
export function readExport(text: string): readonly ProfileDraft[] {
  const { profiles } = readEnvelope(parse(text));
  return profiles.map((value, index) => {
    const parsed = profileDraft.safeParse(value);
    if (parsed.success) return withoutAgreements(parsed.data);
    const [issue] = parsed.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(" → ")})`;
    throw refused(`Profile ${index + 1} in this file cannot be used${place}: ${issue?.message ?? "wrong shape"}`);
  });
}

/**
 * That webhooks may leave for other machines is agreed to by whoever sits at this one. A file that brought it along would
 * send them to its author from the moment that the profile is used: the address stays, what was agreed to does not.
 */
function withoutAgreements<Draft extends ProfileDraft>(draft: Draft): Draft {
  const { forward } = draft.replay;
  return { ...draft, replay: { ...draft.replay, agreedDestinations: [], forward: { ...forward, enabled: false } } };
}

function parse(text: string): unknown {
  try {
    return parseForeign(text);
  } catch {
    throw refused("This file is not valid JSON. Choose a file that was exported from Linkdesk.");
  }
}

function readEnvelope(value: unknown): z.infer<typeof envelope> {
  const parsed = envelope.safeParse(value);
  if (parsed.success) {
    if (parsed.data.version <= VERSION) return parsed.data;
    throw refused("This file was exported by a newer version of Linkdesk. Update this one to import it.");
  }
  const fault = parsed.error.issues[0]?.path[0];
  if (fault === "version" || fault === "format" || fault === undefined)
    throw refused("This is JSON, but not an export of Linkdesk profiles.");
  const count = isRecord(value) && Array.isArray(value["profiles"]) ? value["profiles"].length : null;
  if (count === null) throw refused("This export file has no list of profiles.");
  if (count === 0) throw refused("This export file has no profiles in it.");
  throw refused(`This export file has ${count} profiles; at most ${PROFILES_AT_MOST} can be imported at once.`);
}

function refused(message: string): Refusal {
  return new Refusal("import-refused", message);
}
