import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type AddressMemory, addressMemory, DEFAULT_ADDRESS_MEMORY } from "../../shared/address.ts";
import { type FormMemory, formMemory } from "../../shared/form-memory.ts";
import { type InboxMemory, inboxMemory, NO_INBOXES } from "../../shared/inbox.ts";
import { DEFAULT_LISTENER_SETTINGS, type ListenerSettings, listenerSettings } from "../../shared/listener.ts";
import { DEFAULT_PREFERENCES, type Preferences, preferences } from "../../shared/preferences.ts";
import { NEW_PROFILE, type Profile, profile, SANDBOX_PROFILE_ID } from "../../shared/profile.ts";
import { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings, sandboxSettings } from "../../shared/sandbox.ts";
import { SANDBOX_SIGNATURE } from "../../shared/signature-presets.ts";
import { ifSaved, isRecord, type Sections, type TellNotice } from "./sections.ts";

/** What the settings file says, checked, with defaults where it says nothing that can be understood. */
export interface StoredValues {
  readonly profiles: readonly Profile[];
  readonly selectedProfileId: string;
  readonly preferences: Preferences;
  readonly forms: ReadonlyMap<string, FormMemory>;
  readonly listener: ListenerSettings;
  readonly address: AddressMemory;
  readonly inboxes: InboxMemory;
  readonly sandbox: SandboxSettings;
}

interface Rejected {
  readonly section: string;
  readonly reason: string;
  readonly value: unknown;
}

/** The profile of a fresh install; its address, its key and its way to sign are the embedded sandbox's own. */
export const SANDBOX_PROFILE: Profile = {
  ...NEW_PROFILE,
  id: SANDBOX_PROFILE_ID,
  name: "Sandbox",
  mode: "sandbox",
  signature: SANDBOX_SIGNATURE,
};

/**
 * Reads every section by its schema. One that does not fit is told, moved to the file's section `setAside` and
 * replaced by the default; of profiles and form memories only the single one that does not fit.
 */
export function readStoredValues(sections: Sections, now: () => Date, tell: TellNotice): StoredValues {
  const rejected: Rejected[] = [];

  function section<Schema extends z.ZodType>(name: string, schema: Schema, defaults: z.output<Schema>) {
    const value = sections.get(name);
    if (value === undefined) return defaults;
    // A value that an older version did not know yet is no fault.
    const parsed = schema.safeParse(filledIn(value, defaults));
    if (parsed.success) return parsed.data;
    rejected.push({ section: name, reason: inWords(parsed.error), value });
    return defaults;
  }

  const profiles = readProfiles(sections.get("profiles"), rejected);
  const selected = sections.get("selectedProfileId");
  const values: StoredValues = {
    profiles,
    selectedProfileId: profiles.find((each) => each.id === selected)?.id ?? SANDBOX_PROFILE_ID,
    preferences: section("preferences", preferences, DEFAULT_PREFERENCES as z.output<typeof preferences>),
    forms: readForms(sections.get("forms"), rejected),
    listener: section("listener", listenerSettings, DEFAULT_LISTENER_SETTINGS),
    address: section("address", addressMemory, DEFAULT_ADDRESS_MEMORY as z.output<typeof addressMemory>),
    inboxes: section("inboxes", inboxMemory, NO_INBOXES as z.output<typeof inboxMemory>),
    sandbox: section("sandbox", sandboxSettings, DEFAULT_SANDBOX_SETTINGS as z.output<typeof sandboxSettings>),
  };
  if (rejected.length > 0) setAside(sections, rejected, values, now, tell);
  return values;
}

/** What does not fit is left out, and said in `rejected`. */
export function readProfiles(stored: unknown, rejected: Rejected[]): readonly Profile[] {
  const found = new Map<string, Profile>();
  if (stored !== undefined && !Array.isArray(stored))
    rejected.push({ section: "profiles", reason: "This is not a list of profiles.", value: stored });
  for (const value of Array.isArray(stored) ? stored : []) {
    const isSandbox = isRecord(value) && value["id"] === SANDBOX_PROFILE_ID;
    const parsed = profile.safeParse(filledIn(value, isSandbox ? SANDBOX_PROFILE : NEW_PROFILE));
    if (!parsed.success) rejected.push({ section: "profiles", reason: inWords(parsed.error), value });
    else if (found.has(parsed.data.id))
      rejected.push({ section: "profiles", reason: "Another profile has the same id.", value });
    else if (parsed.data.id === SANDBOX_PROFILE_ID && parsed.data.mode !== "sandbox")
      rejected.push({ section: "profiles", reason: "The sandbox profile cannot have another mode.", value });
    else found.set(parsed.data.id, parsed.data);
  }
  const sandbox = found.get(SANDBOX_PROFILE_ID);
  return sandbox === undefined ? [SANDBOX_PROFILE, ...found.values()] : [...found.values()];
}

function readForms(stored: unknown, rejected: Rejected[]): ReadonlyMap<string, FormMemory> {
  const forms = new Map<string, FormMemory>();
  if (typeof stored !== "object" || stored === null) return forms;
  for (const [id, value] of Object.entries(stored)) {
    const parsed = formMemory.safeParse(value);
    if (parsed.success) forms.set(id, parsed.data);
    else rejected.push({ section: "forms", reason: inWords(parsed.error), value: { [id]: value } });
  }
  return forms;
}

/** Written in one step with the sections they were taken from, so that no crash can lose or double them. */
function setAside(
  sections: Sections,
  rejected: readonly Rejected[],
  values: StoredValues,
  now: () => Date,
  tell: TellNotice,
): void {
  const before = sections.get("setAside");
  const { forms, ...others } = values;
  const entries = rejected.map((each) => ({ id: randomUUID(), at: now().toISOString(), ...each }));
  // Not being able to write is no reason not to start: the same is then found and told at the next start.
  ifSaved(() =>
    sections.put({
      setAside: [...(Array.isArray(before) ? before : []), ...entries],
      ...others,
      forms: Object.fromEntries(forms),
    }),
  );
  for (const { section, reason, value } of rejected)
    tell({
      code: "settings-set-aside",
      file: sections.path,
      reason: `${describe(section, value)} could not be read and was kept in the file under “setAside”. ${reason}`,
    });
}

function describe(section: string, value: unknown): string {
  if (section !== "profiles") return `The section “${section}”`;
  const name = typeof value === "object" && value !== null && "name" in value ? value.name : null;
  return typeof name === "string" ? `The profile “${name.slice(0, 80)}”` : "A profile";
}

/** Missing members from the defaults, all the way down; lists and everything that is there stay as they are. */
function filledIn(value: unknown, defaults: unknown): unknown {
  if (!isRecord(value) || !isRecord(defaults)) return value;
  const filled = Object.entries(defaults).map(([key, fallback]) => [
    key,
    Object.hasOwn(value, key) ? filledIn(value[key], fallback) : fallback,
  ]);
  return { ...value, ...Object.fromEntries(filled) };
}

/** The first thing wrong, with its place. zod's messages name types and bounds, never the value itself. */
function inWords(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "It does not have the expected shape.";
  return issue.path.length === 0 ? issue.message : `${issue.path.join(" → ")}: ${issue.message}`;
}
