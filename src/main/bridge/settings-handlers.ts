import type { Handlers } from "../../shared/contract.ts";
import { offerOf, type Settings } from "../settings/index.ts";

/** The settings' part of the bridge. */
export function settingsHandlers(settings: Settings): Pick<Handlers, "preferences" | "forms" | "profiles"> {
  const { profiles, preferences, forms } = settings;
  return {
    preferences: {
      get: () => preferences.get(),
      set: (changes) => preferences.set(changes),
    },
    forms: {
      get: ({ id }) => forms.get(id),
      keep: ({ id, values, bodies }) => forms.keep(id, values, bodies),
    },
    profiles: {
      list: () => profiles.list(),
      select: ({ id }) => profiles.select(id),
      create: ({ draft }) => profiles.create(draft),
      update: ({ id, draft }) => profiles.update(id, draft),
      duplicate: ({ id }) => profiles.duplicate(id),
      remove: ({ id }) => profiles.remove(id),
      restore: ({ id }) => profiles.restore(id),
      exportText: ({ ids }) => ({ text: profiles.exportText(ids) }),
      offerText: ({ file, text }) => offerOf(file, text),
      importText: async ({ text }) => ({ imported: await profiles.importText(text) }),
      setSecret: ({ id, slot, value }) => profiles.setSecret(id, slot, value),
      removeSecret: ({ id, slot }) => profiles.removeSecret(id, slot),
    },
  };
}
