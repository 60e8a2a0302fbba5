import type { AddressMemory, AddressSecret } from "../../shared/address.ts";
import type { CallRequest, ProfilesView } from "../../shared/contract.ts";
import { EMPTY_FORM_MEMORY, type FormMemory, type KeptBodies } from "../../shared/form-memory.ts";
import type { InboxMemory } from "../../shared/inbox.ts";
import type { ListenerSettings } from "../../shared/listener.ts";
import { type Preferences } from "../../shared/preferences.ts";
import type { SecretState } from "../../shared/profile.ts";
import { type RemovedTexts, standsIn } from "../../shared/removed-texts.ts";
import type { SandboxSettings } from "../../shared/sandbox.ts";
import { createFeed } from "../feed.ts";
import type { Host } from "../hosts/host.ts";
import { unlessRefused } from "../refusal.ts";
import { remembered, SANDBOX_FORM_MEMORY, withDraft, withoutGone } from "./form-memory.ts";
import { createProfiles, type Profiles } from "./profiles.ts";
import { ifSaved, openSections, type TellNotice } from "./sections.ts";
import { readStoredValues } from "./stored-values.ts";
import { openVault } from "./vault.ts";

/** How long form memory may wait for the next write, so that a quick series of calls costs one. */
const FORMS_DELAY_MS = 500;

/** Under which the vault keeps what belongs to no profile; ids of profiles are UUIDs, or `sandbox`. */
const ADDRESS_OWNER = "public-address";
const RELAY_OWNER = "relay";
const CASE_OWNER = "case-files";
const CASE_KEY = "signing-key";

/** A value that is kept in the settings file for another module. */
export interface Kept<Value> {
  get(): Value;
  /** @throws Refusal when it cannot be saved; the former value then stays */
  set(value: Value): void;
}

export interface Settings {
  readonly profiles: Profiles;
  readonly listener: Kept<ListenerSettings>;
  readonly address: Kept<AddressMemory>;
  /** Secrets of the public address: passwords, keys and tokens of its ways. */
  readonly addressSecrets: {
    state(name: AddressSecret): SecretState;
    get(name: AddressSecret): Promise<string | null>;
    /** @throws Refusal when it could not be saved, or not be taken away */
    set(name: AddressSecret, value: string | null): Promise<void>;
  };
  readonly inboxes: Kept<InboxMemory>;
  /** What memberships of relays are known by. */
  readonly inboxTokens: {
    get(membership: string): Promise<string | null>;
    /** @throws Refusal when it could not be saved, or not be taken away */
    set(membership: string, token: string | null): Promise<void>;
  };
  /** The key that case files are signed with. What cannot be kept on disk holds until the end of the program. */
  readonly caseKey: {
    get(): Promise<string | null>;
    set(key: string): Promise<void>;
    lasts(): boolean;
  };
  readonly sandbox: Kept<SandboxSettings>;
  /** How far answer scripts are, in a file of its own: it changes often. Unchecked; what cannot be saved is not. */
  readonly scriptProgress: { get(): unknown; put(progress: Readonly<Record<string, unknown>>): void };
  readonly preferences: {
    get(): Preferences;
    /** Members that are undefined stay as they are. @throws Refusal when it cannot be saved */
    set(changes: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined }): Promise<Preferences>;
  };
  readonly forms: {
    get(profileId: string): FormMemory;
    /**
     * Called when a call is sent. Never fails: a form that does not remember is no reason to hold up a call. What has a
     * secret in it, typed into the wrong field, is not remembered.
     */
    rememberCall(profileId: string, action: CallRequest["action"]): void;
    /** What was typed into its forms, or written as a body by hand, and not sent. */
    keep(profileId: string, values: FormMemory["last"], bodies: KeptBodies): void;
  };
  /** Forgets these texts wherever they were kept to be offered again: form memory, saved filters. @throws Refusal */
  forget(gone: RemovedTexts): Promise<void>;
  /** Every secret known since the start, for masking; the same list until there are more. */
  knownSecrets(): readonly string[];
  /** Resolves when the secrets on disk are among them, for which the system may ask the user; null once they are. */
  openingSecrets(): Promise<void> | null;
  onProfilesChange(listener: (view: ProfilesView) => void): () => void;
  onPreferencesChange(listener: (preferences: Preferences) => void): () => void;
  /** Saves what waits. Removed profiles cannot be brought back afterwards. */
  close(): Promise<void>;
}

interface Dependencies {
  readonly host: Pick<Host, "dataFolder" | "openStore" | "secrets">;
  readonly now: () => Date;
  /** Told what the user should know, from the first moment on: it may be called before this returns, and later. */
  readonly tell: TellNotice;
}

/** Opens settings and vault. Never throws: whatever is wrong with the files is set aside and told. */
export function openSettings({ host, now, tell }: Dependencies): Settings {
  const file = openSections({ host, now, tell }, "settings");
  const initial = readStoredValues(file, now, tell);
  const progress = openSections({ host, now, tell }, "progress");
  const forms = new Map(initial.forms);
  const profilesChange = createFeed<ProfilesView>();
  const preferencesChange = createFeed<Preferences>();
  let preferences = initial.preferences;
  let formsTimer: NodeJS.Timeout | null = null;

  const vault = openVault({
    file: openSections({ host, now, tell }, "vault"),
    secrets: host.secrets,
    consent: preferences.storeSecretsUnprotected,
    tell,
    changed: () => profilesChange.tell(profiles.list()),
  });
  const profiles = createProfiles({
    initial: { profiles: initial.profiles, selectedId: initial.selectedProfileId },
    vault,
    save: (state) =>
      file.put({
        profiles: state.profiles,
        selectedProfileId: state.selectedId,
        forms: formsOf(state.profiles.map((profile) => profile.id)),
      }),
    changed: () => profilesChange.tell(profiles.list()),
  });

  /** Of a removed profile the memory stays here for an undo, but not in the file. */
  function formsOf(ids: readonly string[]): Readonly<Record<string, FormMemory>> {
    return Object.fromEntries([...forms].filter(([id]) => ids.includes(id)));
  }

  function saveForms(): void {
    if (formsTimer === null) return;
    clearTimeout(formsTimer);
    formsTimer = null;
    ifSaved(() => file.put({ forms: formsOf(profiles.list().profiles.map((view) => view.profile.id)) }));
  }

  function kept<Value>(section: string, first: Value): Kept<Value> {
    let value = first;
    return {
      get: () => value,
      set(next) {
        file.put({ [section]: next });
        value = next;
      },
    };
  }

  function formMemoryOf(id: string): FormMemory {
    const found = forms.get(id);
    if (found !== undefined) return found;
    return profiles.find(id)?.mode === "sandbox" ? SANDBOX_FORM_MEMORY : EMPTY_FORM_MEMORY;
  }

  function setForms(profileId: string, memory: FormMemory): void {
    forms.set(profileId, memory);
    formsTimer ??= setTimeout(saveForms, FORMS_DELAY_MS).unref();
  }

  function hasSecret(texts: readonly string[]): boolean {
    return vault.known().some((secret) => secret.length > 5 && texts.some((text) => text.includes(secret)));
  }

  async function setPreferences(
    changes: {
      readonly [Name in keyof Preferences]?: Preferences[Name] | undefined;
    },
  ): Promise<Preferences> {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const asked: Preferences = { ...preferences, ...Object.fromEntries(given) };
    // A secret that somebody looked for is not kept with the filter.
    const next = hasSecret([asked.lookedAt.filter]) ? { ...asked, lookedAt: { ...asked.lookedAt, filter: "" } } : asked;
    file.put({ preferences: next });
    const consentChanged = next.storeSecretsUnprotected !== preferences.storeSecretsUnprotected;
    preferences = next;
    preferencesChange.tell(next);
    if (consentChanged) await vault.setConsent(next.storeSecretsUnprotected);
    return next;
  }

  return {
    profiles,
    listener: kept("listener", initial.listener),
    address: kept("address", initial.address),
    addressSecrets: {
      state: (name) => vault.state(ADDRESS_OWNER, name),
      get: (name) => vault.secret(ADDRESS_OWNER, name),
      set: (name, value) =>
        value === null ? vault.remove(ADDRESS_OWNER, [name]) : vault.set(ADDRESS_OWNER, name, value),
    },
    inboxes: kept("inboxes", initial.inboxes),
    inboxTokens: {
      get: (membership) => vault.secret(RELAY_OWNER, membership),
      set: (membership, token) =>
        token === null ? vault.remove(RELAY_OWNER, [membership]) : vault.set(RELAY_OWNER, membership, token),
    },
    caseKey: {
      get: () => vault.secret(CASE_OWNER, CASE_KEY),
      async set(key) {
        await vault.set(CASE_OWNER, CASE_KEY, key).catch(unlessRefused);
      },
      lasts: () => vault.state(CASE_OWNER, CASE_KEY) === "stored",
    },
    sandbox: kept("sandbox", initial.sandbox),
    scriptProgress: {
      get: () => progress.get("scripts"),
      put: (scripts) => ifSaved(() => progress.put({ scripts })),
    },
    preferences: {
      get: () => preferences,
      set: setPreferences,
    },
    forms: {
      get: formMemoryOf,
      rememberCall(profileId, action) {
        const texts = Object.values("linkId" in action ? { linkId: action.linkId } : action.body);
        if (!hasSecret(texts)) setForms(profileId, remembered(formMemoryOf(profileId), action));
      },
      keep(profileId, values, bodies) {
        const texts = Object.values(values).flatMap((each) => Object.values(each ?? {}));
        if (!hasSecret([...texts, ...Object.values(bodies).map((body) => body ?? "")]))
          setForms(profileId, withDraft(formMemoryOf(profileId), values, bodies));
      },
    },
    async forget(gone) {
      for (const [id, memory] of forms) forms.set(id, withoutGone(memory, gone));
      formsTimer ??= setTimeout(saveForms, FORMS_DELAY_MS).unref();
      saveForms();
      const texts = [...gone.names, ...gone.remarks];
      const savedFilters = preferences.savedFilters.filter(
        ({ name, filter }) => !texts.some((text) => standsIn(filter, text) || standsIn(name, text)),
      );
      if (savedFilters.length < preferences.savedFilters.length) await setPreferences({ savedFilters });
      const { lookedAt } = preferences;
      if (texts.some((text) => standsIn(lookedAt.filter, text)))
        await setPreferences({ lookedAt: { filter: "", selectedId: null } });
    },
    knownSecrets: () => vault.known(),
    openingSecrets: () => vault.opening(),
    onProfilesChange: profilesChange.listen,
    onPreferencesChange: preferencesChange.listen,
    async close() {
      saveForms();
      await vault.settled();
    },
  };
}
