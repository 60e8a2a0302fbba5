import { randomUUID } from "node:crypto";
import type { ProfilesView } from "../../shared/contract.ts";
import {
  type Profile,
  type ProfileDraft,
  type ProfileView,
  SANDBOX_PROFILE_ID,
  type SecretState,
} from "../../shared/profile.ts";
import { type Reading, readings as readingsSchema } from "../../shared/reading.ts";
import { SANDBOX_SECRET_KEY } from "../../shared/sandbox.ts";
import { Refusal, unlessRefused } from "../refusal.ts";
import { copyName, freeName, nameKey } from "./profile-names.ts";
import { hasSandboxKey, type LiftedSecrets, slotsOf, usable, withoutSecrets } from "./profile-secrets.ts";
import { exportText, readExport } from "./transfer.ts";
import type { TakenSecrets, Vault } from "./vault.ts";

const PROFILES_AT_MOST = 1_000;

/** The named connections. Every change is saved before it resolves, or refused and then not made. */
export interface Profiles {
  list(): ProfilesView;
  /** The profile that calls and the listener's answer go by now. */
  selected(): Profile;
  /** null when there is no such profile (any more). */
  find(id: string): Profile | null;
  /** For main only. A sandbox profile without a key of its own uses the embedded sandbox's. */
  secret(id: string, slot: string): Promise<string | null>;
  select(id: string): ProfilesView;
  create(draft: ProfileDraft): Promise<ProfileView>;
  /** Readings stay as they are: they are changed one by one, so that a form left open takes none away. */
  update(id: string, draft: ProfileDraft): Promise<ProfileView>;
  /** Puts a reading in the place of the one with its id, or behind the others. */
  saveReading(id: string, reading: Reading): ProfileView;
  removeReading(id: string, readingId: string): ProfileView;
  /** Takes back the last change of a reading since the start. @throws Refusal when there was none */
  restoreReading(id: string, readingId: string): ProfileView;
  /** Keeps the webhook URL on the dashboard with a profile. */
  rememberAddress(id: string, dashboardUrl: string): Promise<void>;
  duplicate(id: string): Promise<ProfileView>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<ProfileView>;
  exportText(ids: readonly string[]): string;
  importText(text: string): Promise<readonly ProfileView[]>;
  setSecret(id: string, slot: string, value: string): Promise<ProfileView>;
  removeSecret(id: string, slot: string): Promise<ProfileView>;
}

interface State {
  readonly profiles: readonly Profile[];
  readonly selectedId: string;
}

interface Dependencies {
  readonly initial: State;
  readonly vault: Vault;
  /** @throws Refusal when it cannot be saved */
  readonly save: (state: State) => void;
  readonly changed: () => void;
}

/** Profiles that were removed and can be brought back: each may have megabytes in its answer script. */
const BROUGHT_BACK_AT_MOST = 20;

export function createProfiles({ initial, vault, save, changed }: Dependencies): Profiles {
  let state = initial;
  /** The last ones, until the program ends. The secrets in here are on no disk any more. */
  const removed = new Map<string, { profile: Profile; index: number; secrets: TakenSecrets }>();

  /** By profile and reading: how it was before its last change; null: not there yet. */
  const formerReadings = new Map<string, { readonly former: Reading | null; readonly index: number }>();

  function put(next: State): void {
    save(next);
    state = next;
  }

  function known(id: string): Profile {
    const found = state.profiles.find((each) => each.id === id);
    if (found === undefined) throw new Refusal("profile-unknown", "This profile is not there any more.");
    return found;
  }

  function view(profile: Profile): ProfileView {
    const slots = new Set([...slotsOf(profile), ...vault.slots(profile.id)]);
    return { profile, secrets: Object.fromEntries([...slots].map((slot) => [slot, stateOf(profile, slot)])) };
  }

  function stateOf(profile: Profile, slot: string): SecretState {
    const found = vault.state(profile.id, slot);
    return found === "unset" && hasSandboxKey(profile, slot) ? "stored" : found;
  }

  const list = (): ProfilesView => ({ profiles: state.profiles.map(view), selectedId: state.selectedId });
  const names = () => new Set(state.profiles.map((each) => nameKey(each.name)));

  /** By its name alone is told which profile is in use, was created or deleted. @throws Refusal */
  function refuseTaken(name: string, id?: string): void {
    const other = state.profiles.find((each) => each.id !== id && nameKey(each.name) === nameKey(name));
    if (other !== undefined)
      throw new Refusal(
        "profile-name-taken",
        `There is a profile “${other.name}” already. Give this one another name.`,
      );
  }

  function replace(profile: Profile): void {
    put({ ...state, profiles: state.profiles.map((each) => (each.id === profile.id ? profile : each)) });
  }

  /** Saves the readings of a profile with one changed, and remembers how that one was. @throws Refusal */
  function changeReading(id: string, readingId: string, change: (all: readonly Reading[]) => readonly Reading[]) {
    const profile = known(id);
    const index = profile.readings.findIndex((each) => each.id === readingId);
    const parsed = readingsSchema.safeParse(change(profile.readings));
    if (!parsed.success) throw new Refusal("reading-refused", parsed.error.issues[0]?.message ?? "It cannot be saved.");
    const next: Profile = { ...profile, readings: parsed.data };
    replace(next);
    const key = `${id} ${readingId}`;
    formerReadings.set(key, { former: profile.readings[index] ?? null, index });
    changed();
    return view(next);
  }

  /** Adds profiles at the end, their secrets to the vault. */
  async function add(drafts: readonly ProfileDraft[]): Promise<readonly Profile[]> {
    if (state.profiles.length + drafts.length > PROFILES_AT_MOST)
      throw new Refusal("profiles-too-many", `There can be at most ${PROFILES_AT_MOST} profiles. Remove some first.`);
    const lifted = drafts.map((draft) => ({ id: randomUUID(), ...withoutSecrets(draft) }));
    const added = lifted.map(({ id, draft }): Profile => ({ id, ...draft }));
    put({ ...state, profiles: [...state.profiles, ...added] });
    for (const { id, secrets } of lifted) await keepSecrets(id, secrets);
    changed();
    return added;
  }

  async function keepSecrets(id: string, secrets: LiftedSecrets): Promise<void> {
    // The profile itself is saved; that a secret holds for the session only is said by its state.
    for (const [slot, value] of secrets) await vault.set(id, slot, value).catch(unlessRefused);
  }

  return {
    list,
    selected: () => known(state.selectedId),
    find: (id) => state.profiles.find((each) => each.id === id) ?? null,
    async secret(id, slot) {
      const found = await vault.secret(id, slot);
      const profile = state.profiles.find((each) => each.id === id);
      return found ?? (profile !== undefined && hasSandboxKey(profile, slot) ? SANDBOX_SECRET_KEY : null);
    },
    select(id) {
      known(id);
      put({ ...state, selectedId: id });
      changed();
      return list();
    },
    async create(draft) {
      refuseTaken(draft.name);
      const [added] = await add([draft]);
      return view(known(added?.id ?? ""));
    },
    async update(id, draft) {
      // Two that have one name already keep it, as long as nobody changes it.
      if (draft.name !== known(id).name) refuseTaken(draft.name, id);
      if (id === SANDBOX_PROFILE_ID && draft.mode !== "sandbox")
        throw new Refusal(
          "sandbox-profile-mode",
          "This profile always leads to the built-in sandbox. Create another profile for a real service.",
        );
      const lifted = withoutSecrets(draft);
      const next: Profile = { id, ...lifted.draft, readings: known(id).readings };
      replace(next);
      await keepSecrets(id, lifted.secrets);
      // Where a header or a signature's secret was taken out of the profile, its value is removed too. The key of the
      // calls stays when the scheme of the authentication changes: it may change back.
      const wanted = new Set(["authentication", ...slotsOf(next)]);
      const stale = vault.slots(id).filter((slot) => !wanted.has(slot));
      if (stale.length > 0) await vault.remove(id, stale);
      changed();
      return view(next);
    },
    saveReading: (id, reading) =>
      changeReading(id, reading.id, (all) =>
        all.some((each) => each.id === reading.id)
          ? all.map((each) => (each.id === reading.id ? reading : each))
          : [...all, reading],
      ),
    removeReading(id, readingId) {
      if (!known(id).readings.some((each) => each.id === readingId)) throw readingGone();
      return changeReading(id, readingId, (all) => all.filter((each) => each.id !== readingId));
    },
    restoreReading(id, readingId) {
      const before = formerReadings.get(`${id} ${readingId}`);
      if (before === undefined) throw readingGone();
      const { former, index } = before;
      return changeReading(id, readingId, (all) => {
        const others = all.filter((each) => each.id !== readingId);
        return former === null ? others : others.toSpliced(index, 0, former);
      });
    },
    async rememberAddress(id, dashboardUrl) {
      replace({ ...known(id), dashboardUrl });
      changed();
    },
    async duplicate(id) {
      const { id: _, ...draft } = known(id);
      const [copy] = await add([{ ...draft, name: copyName(draft.name, names()) }]);
      const added = known(copy?.id ?? "");
      // Within main: the secrets go from one place of the vault to another without being shown to anybody.
      await vault.copy(id, added.id).catch(unlessRefused);
      changed();
      return view(added);
    },
    async remove(id) {
      const profile = known(id);
      if (id === SANDBOX_PROFILE_ID)
        throw new Refusal(
          "sandbox-profile-stays",
          "The sandbox profile cannot be removed: it is what Linkdesk falls back on.",
        );
      const secrets = await vault.takeOut(id);
      // Asked again: while the vault was writing, another change may have come in between.
      const index = state.profiles.findIndex((each) => each.id === id);
      if (index < 0) return;
      const profiles = state.profiles.filter((each) => each.id !== id);
      const neighbour = profiles[Math.min(index, profiles.length - 1)]?.id ?? SANDBOX_PROFILE_ID;
      try {
        put({ profiles, selectedId: state.selectedId === id ? neighbour : state.selectedId });
      } catch (error) {
        await vault.putBack(secrets);
        throw error;
      }
      removed.set(id, { profile, index, secrets });
      const [oldest] = removed.keys();
      if (removed.size > BROUGHT_BACK_AT_MOST && oldest !== undefined) removed.delete(oldest);
      changed();
    },
    async restore(id) {
      const gone = removed.get(id);
      if (gone === undefined)
        throw new Refusal(
          "profile-unknown",
          `This profile cannot be brought back: only the last ${BROUGHT_BACK_AT_MOST} of those removed since this start can.`,
        );
      put({ ...state, profiles: state.profiles.toSpliced(gone.index, 0, gone.profile) });
      removed.delete(id);
      await vault.putBack(gone.secrets).catch(unlessRefused);
      changed();
      return view(gone.profile);
    },
    exportText: (ids) => exportText(ids.map(known)),
    async importText(text) {
      const taken = names();
      const drafts = readExport(text).map((draft) => {
        const name = freeName(draft.name, taken);
        taken.add(nameKey(name));
        return { ...draft, name };
      });
      return (await add(drafts.map(withNewHeaderIds))).map(view);
    },
    async setSecret(id, slot, value) {
      const profile = known(id);
      await vault.set(id, slot, usable(profile, slot, value)).finally(changed);
      return view(known(id));
    },
    async removeSecret(id, slot) {
      known(id);
      await vault.remove(id, [slot]);
      changed();
      return view(known(id));
    },
  };
}

function readingGone(): Refusal {
  return new Refusal("reading-unknown", "This reading is not there any more.");
}

function withNewHeaderIds(draft: ProfileDraft): ProfileDraft {
  return { ...draft, extraHeaders: draft.extraHeaders.map((header) => ({ ...header, id: randomUUID() })) };
}
