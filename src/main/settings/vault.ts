import { z } from "zod";
import type { Notice } from "../../shared/notices.ts";
import type { SecretState } from "../../shared/profile.ts";
import type { Host, SecretProtection } from "../hosts/host.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { Refusal } from "../refusal.ts";
import { ifSaved, type Sections } from "./sections.ts";

/** Secrets by profile and slot. Main only: nothing of this is ever handed to the window. */
export type Vault = ReturnType<typeof openVault>;

interface Entry {
  readonly profileId: string;
  readonly slot: string;
  /** null while it is not decrypted, or when it cannot be on this machine. */
  value: string | null;
  /** base64 of what the host's encryption gave; null for a secret that is in memory only. */
  ciphertext: string | null;
}

export interface TakenSecrets {
  readonly entries: readonly Readonly<Entry>[];
}

const storedEntry = z.object({
  profileId: z.string().min(1),
  slot: z.string().min(1),
  ciphertext: z.base64().min(1),
});

interface Dependencies {
  readonly file: Sections;
  readonly secrets: Host["secrets"];
  readonly consent: boolean;
  readonly tell: (notice: Notice) => void;
  /** Called after the state of any secret changed without being asked to. */
  readonly changed: () => void;
}

/**
 * Opens the vault. Decrypting goes on in the background, because the system may ask the user first; whatever needs
 * a secret waits for it, and until then an entry on disk counts as stored.
 */
export function openVault({ file, secrets, consent: initialConsent, tell, changed }: Dependencies) {
  const { entries, strangers } = readEntries(listIn(file, "entries"));
  const aside: unknown[] = [...listIn(file, "setAside")];
  let known: readonly string[] = [];
  let ready = false;
  let consent = initialConsent;
  let unprotectedTold = false;
  let protection: SecretProtection = { protected: false, reason: "" };

  // One change at a time: each ends with the whole file being written.
  const opened = start();
  const inTurn = oneAtATime(opened);

  async function start(): Promise<void> {
    protection = await secrets.protection().catch(() => ({ protected: false, reason: "unknown" }));
    await Promise.all([...entries.values()].map(decrypt));
    ready = true;
    const unreadable = [...entries.values()].filter((entry) => entry.value === null).length + strangers.length;
    if (unreadable > 0) {
      tell({ code: "settings-set-aside", file: file.path, reason: unreadableSentence(unreadable) });
      changed();
    }
    await storeOrWithdraw().catch(() => undefined);
  }

  async function decrypt(entry: Entry): Promise<void> {
    if (entry.ciphertext === null) return;
    try {
      entry.value = await secrets.decrypt(Buffer.from(entry.ciphertext, "base64"));
      remember(entry.value);
    } catch {
      // Another user, another machine, a locked keychain: the entry stays in the file and is tried again next time.
      entry.value = null;
    }
  }

  function remember(secret: string): void {
    if (!known.includes(secret)) known = [...known, secret];
  }

  function mayStore(): boolean {
    return protection.protected || consent;
  }

  /** @throws when the system refuses to encrypt */
  async function encrypted(value: string): Promise<string> {
    return Buffer.from(await secrets.encrypt(value)).toString("base64");
  }

  /** @throws Refusal when the file cannot be written */
  function save(): void {
    const stored = [...entries.values()]
      .filter((entry) => entry.ciphertext !== null)
      .map(({ profileId, slot, ciphertext }) => ({ profileId, slot, ciphertext }));
    if (stored.length === 0 && file.get("entries") === undefined) return;
    file.put({ entries: [...stored, ...strangers], setAside: aside });
  }

  /** Brings the disk in line with what may be stored now. */
  async function storeOrWithdraw(): Promise<void> {
    const before = [...entries.values()].map((entry) => ({ entry, ciphertext: entry.ciphertext }));
    for (const entry of entries.values()) {
      // What cannot be read here is neither ours to store again nor ours to delete.
      if (entry.value === null) continue;
      if (mayStore()) entry.ciphertext ??= await encrypted(entry.value).catch(() => null);
      else entry.ciphertext = null;
    }
    if (before.every(({ entry, ciphertext }) => entry.ciphertext === ciphertext)) return;
    try {
      save();
    } catch (error) {
      for (const { entry, ciphertext } of before) entry.ciphertext = ciphertext;
      throw error;
    } finally {
      changed();
    }
  }

  /** Adds entries in memory, then on disk where that is allowed. */
  async function add(added: readonly Entry[]): Promise<void> {
    for (const entry of added) {
      const key = keyOf(entry.profileId, entry.slot);
      const former = entries.get(key);
      // It may become readable again elsewhere: a new secret in its place is no reason to destroy it.
      if (former !== undefined && former.value === null && entry.value !== null) aside.push({ ...former });
      entries.set(key, entry);
      if (entry.value !== null) remember(entry.value);
    }
    if (!mayStore()) {
      for (const entry of added) if (entry.value !== null) entry.ciphertext = null;
      if (!unprotectedTold) tell({ code: "secrets-unprotected" });
      unprotectedTold = true;
      // An older one under the same name must not come back at the next start.
      ifSaved(save);
      return;
    }
    try {
      for (const entry of added) if (entry.value !== null) entry.ciphertext ??= await encrypted(entry.value);
      save();
    } catch {
      // No cause is passed on: an error of the encryption might quote what it was given.
      for (const entry of added) if (entry.value !== null) entry.ciphertext = null;
      throw new Refusal(
        "secret-not-stored",
        "The secret could not be saved on this machine. It is kept in memory and holds until Linkdesk is ended.",
      );
    }
  }

  /** Removes entries from memory and disk, or from neither. @throws Refusal */
  function drop(dropped: readonly Entry[]): void {
    const before = new Map(entries);
    for (const entry of dropped) entries.delete(keyOf(entry.profileId, entry.slot));
    try {
      if (dropped.some((entry) => entry.ciphertext !== null)) save();
    } catch (error) {
      entries.clear();
      for (const [key, entry] of before) entries.set(key, entry);
      throw error;
    }
  }

  const of = (profileId: string) => [...entries.values()].filter((entry) => entry.profileId === profileId);

  return {
    state(profileId: string, slot: string): SecretState {
      const entry = entries.get(keyOf(profileId, slot));
      if (entry === undefined) return "unset";
      if (entry.value === null && ready) return "unset";
      return entry.ciphertext === null ? "session" : "stored";
    },
    /** The slots of a profile that have an entry, readable or not. */
    slots: (profileId: string): readonly string[] => of(profileId).map((entry) => entry.slot),
    async secret(profileId: string, slot: string): Promise<string | null> {
      await opened;
      return entries.get(keyOf(profileId, slot))?.value ?? null;
    },
    /**
     * Every secret that was known since the start, removed and replaced ones included: for masking. The same list until
     * there are more; those on disk are in it once the system has decrypted them.
     */
    known: (): readonly string[] => known,
    /** Resolves when every secret on disk has been decrypted or found to be unreadable; null once that is so. */
    opening: (): Promise<void> | null => (ready ? null : opened),
    /** @throws Refusal `secret-not-stored` when it could not be saved; it then holds until the program ends */
    set: (profileId: string, slot: string, value: string): Promise<void> =>
      inTurn(() => add([{ profileId, slot, value, ciphertext: null }])),
    /** @throws Refusal when it could not be taken off the disk; it is then still set */
    remove: (profileId: string, slots: readonly string[]): Promise<void> =>
      inTurn(async () => drop(of(profileId).filter((entry) => slots.includes(entry.slot)))),
    copy: (from: string, to: string): Promise<void> =>
      inTurn(async () => {
        const copies = of(from).map((entry) => ({ ...entry, profileId: to }));
        if (copies.length > 0) await add(copies);
      }),
    /** Takes a profile's secrets off the disk and hands them out for `putBack`: they are in memory only from then on. */
    takeOut: (profileId: string): Promise<TakenSecrets> =>
      inTurn(async () => {
        const taken = of(profileId);
        drop(taken);
        return { entries: taken };
      }),
    putBack: (taken: TakenSecrets): Promise<void> =>
      inTurn(async () => {
        if (taken.entries.length > 0) await add(taken.entries.map((entry) => ({ ...entry })));
      }),
    /** Whether the user agrees to secrets on disk although nothing protects them: stores or withdraws accordingly. */
    setConsent: (given: boolean): Promise<void> =>
      inTurn(async () => {
        consent = given;
        await storeOrWithdraw();
      }),
    /** Resolves when every change asked for until now is through. */
    settled: (): Promise<void> => inTurn(async () => undefined),
  };
}

/** Entries of another shape, perhaps of a newer version, are kept in the file as they are. */
function readEntries(stored: readonly unknown[]): { entries: Map<string, Entry>; strangers: readonly unknown[] } {
  const entries = new Map<string, Entry>();
  const strangers: unknown[] = [];
  for (const each of stored) {
    const parsed = storedEntry.safeParse(each);
    if (parsed.success) entries.set(keyOf(parsed.data.profileId, parsed.data.slot), { ...parsed.data, value: null });
    else strangers.push(each);
  }
  return { entries, strangers };
}

function listIn(file: Sections, section: string): readonly unknown[] {
  const value = file.get(section);
  return Array.isArray(value) ? value : [];
}

/** A NUL stands in neither, so no two pairs share a key. */
function keyOf(profileId: string, slot: string): string {
  return `${profileId}\0${slot}`;
}

function unreadableSentence(count: number): string {
  const what = count === 1 ? "A stored secret" : `${count} stored secrets`;
  return `${what} could not be decrypted by this user on this machine and must be entered again. Nothing was deleted.`;
}
