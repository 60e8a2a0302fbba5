import type { Instant, Result } from "../../../shared/primitives.ts";
import type { ProfileDraft, ProfileView } from "../../../shared/profile.ts";
import type { ProfilesOffer } from "../../../shared/transfer-file.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { settle } from "../../core/bridge.ts";
import { panelStore } from "../../core/panels.ts";
import { defineStore } from "../../core/store.ts";

/** A tab of the profile editor. */
export type ProfilePart = "connection" | "signature" | "runs" | "readings" | "answer";

/** When a secret was stored or removed since the window is open, by profile and slot. */
export type SecretsChanged = Readonly<Record<string, Readonly<Record<string, Instant>>>>;

export interface ProfilesState {
  readonly profiles: readonly ProfileView[];
  readonly selectedId: string;
  /** What the dialog shows: a profile's id, or `NEW`. */
  readonly shown: string;
  readonly show: (id: string) => void;
  /** The profile that was just created, as long as it is offered as the one to use. */
  readonly created: string | null;
  readonly part: ProfilePart;
  readonly showPart: (part: ProfilePart) => void;
  /** Opens the dialog on a profile, or on a new one, at one of its parts. */
  readonly edit: (id: string, part?: ProfilePart, secret?: string) => void;
  /** The slot of the secret for whose sake the editor was opened: the focus begins there. */
  readonly wantedSecret: string | null;
  readonly select: (id: string) => Promise<void>;
  /** Refusals of these and of the secrets are returned for the form to show. */
  readonly create: (draft: ProfileDraft) => Promise<Result<ProfileView>>;
  readonly update: (id: string, draft: ProfileDraft) => Promise<Result<ProfileView>>;
  /** Changes a part of a profile; the rest of it stays as it is. */
  readonly amend: (id: string, part: Partial<ProfileDraft>) => Promise<Result<ProfileView>>;
  readonly duplicate: (id: string) => Promise<ProfileView | null>;
  /** Removes a profile, and offers to undo that in a toast. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly setSecret: (id: string, slot: string, value: string) => Promise<Result<ProfileView>>;
  readonly removeSecret: (id: string, slot: string) => Promise<Result<ProfileView>>;
  readonly secretsChanged: SecretsChanged;
  /** The text of an export file, or null after a failure that was shown. */
  readonly exportText: (ids: readonly string[]) => Promise<string | null>;
  /** Asks about an export file, as about one that was opened from outside. */
  readonly offerText: (file: string, text: string) => Promise<void>;
  /** Export files that were opened and are still to be spoken of, oldest first. */
  readonly offers: readonly ProfilesOffer[];
  /** The first of them has been dealt with. */
  readonly dropOffer: () => void;
  readonly importText: (text: string) => Promise<readonly ProfileView[]>;
}

/** Stands for a profile that is not created yet. */
export const NEW = "";

/** The profile that calls go out with; null only before the first answer from main. */
export function selectedProfile({
  profiles,
  selectedId,
}: Pick<ProfilesState, "profiles" | "selectedId">): ProfileView | null {
  return viewOf(selectedId)({ profiles }) ?? null;
}

/** Finds a profile among those there are; undefined where there is none of that id, or none any more. */
export function viewOf(id: string | null | undefined) {
  return ({ profiles }: Pick<ProfilesState, "profiles">) => profiles.find(({ profile }) => profile.id === id);
}

function replaced(profiles: readonly ProfileView[], view: ProfileView): readonly ProfileView[] {
  const known = profiles.some((each) => each.profile.id === view.profile.id);
  return known ? profiles.map((each) => (each.profile.id === view.profile.id ? view : each)) : [...profiles, view];
}

export const profilesStore = defineStore<ProfilesState>(({ bridge, toasts, set, get, other, tryTo }) => {
  bridge.on("profiles.changed", (view) => set(view));
  bridge.on("profiles.offered", (offer) => set((slice) => ({ offers: [...slice.offers, offer] })));

  function keep<R extends Result<ProfileView>>(result: R): R {
    if (result.ok) set((slice) => ({ profiles: replaced(slice.profiles, result.value) }));
    return result;
  }

  function keepSecret(id: string, slot: string, result: Result<ProfileView>): Result<ProfileView> {
    if (result.ok)
      set(({ secretsChanged }) => ({
        secretsChanged: { ...secretsChanged, [id]: { ...secretsChanged[id], [slot]: Date.now() * 1_000 } },
      }));
    return keep(result);
  }

  async function refresh() {
    const result = await tryTo("read the profiles", bridge.profiles.list(null));
    if (result.ok) set(result.value);
  }

  async function restore(id: string, wasInUse: boolean) {
    const result = await tryTo("bring the profile back", bridge.profiles.restore({ id }));
    if (result.ok) await refresh();
    if (result.ok && wasInUse) await get().select(id);
  }

  return {
    profiles: [],
    offers: [],
    dropOffer: () => set((slice) => ({ offers: slice.offers.slice(1) })),
    selectedId: "",
    secretsChanged: {},
    shown: NEW,
    show: (shown) => set({ shown }),
    created: null,
    part: "connection",
    showPart: (part) => set({ part }),
    wantedSecret: null,
    edit(shown, part = "connection", secret) {
      set({ shown, part, created: null, wantedSecret: secret ?? null });
      other(panelStore).open("profiles");
    },
    start: refresh,
    async select(id) {
      const result = await tryTo("change the profile", bridge.profiles.select({ id }));
      if (result.ok) set(result.value);
    },
    async create(draft) {
      const result = keep(await settle(bridge.profiles.create({ draft })));
      if (result.ok) set({ created: result.value.profile.id });
      return result;
    },
    update: async (id, draft) => keep(await settle(bridge.profiles.update({ id, draft }))),
    async amend(id, part) {
      const view = viewOf(id)(get());
      if (view === undefined) return { ok: false, code: "no-profile", message: "There is no such profile any more." };
      const { id: _, ...draft } = view.profile;
      return get().update(id, { ...draft, ...part });
    },
    async duplicate(id) {
      const result = keep(await tryTo("duplicate the profile", bridge.profiles.duplicate({ id })));
      return result.ok ? result.value : null;
    },
    async remove(id) {
      const name = viewOf(id)(get())?.profile.name ?? "Profile";
      const wasInUse = get().selectedId === id;
      const result = await tryTo("delete the profile", bridge.profiles.remove({ id }));
      if (!result.ok) return false;
      await refresh();
      const inUse = wasInUse ? selectedProfile(get())?.profile.name : undefined;
      const goesOn = inUse === undefined ? "" : `; “${visibleText(inUse)}” is in use now`;
      toasts.done(`${visibleText(name)} was deleted${goesOn}`, () => void restore(id, wasInUse));
      return true;
    },
    setSecret: async (id, slot, value) =>
      keepSecret(id, slot, await settle(bridge.profiles.setSecret({ id, slot, value }))),
    removeSecret: async (id, slot) => keepSecret(id, slot, await settle(bridge.profiles.removeSecret({ id, slot }))),
    async exportText(ids) {
      const result = await tryTo("export the profiles", bridge.profiles.exportText({ ids }));
      return result.ok ? result.value.text : null;
    },
    async offerText(file, text) {
      const result = await tryTo("import the profiles", bridge.profiles.offerText({ file, text }));
      if (result.ok) set((slice) => ({ offers: [...slice.offers, result.value] }));
    },
    async importText(text) {
      const result = await tryTo("import the profiles", bridge.profiles.importText({ text }));
      if (!result.ok) return [];
      await refresh();
      return result.value.imported;
    },
  };
});
