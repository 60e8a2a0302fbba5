import { z } from "zod";
import { profileDraft, profileView, secretSlot } from "../profile.ts";
import { PROFILES_FILE_LIMIT, profilesOffer } from "../transfer-file.ts";
import { entry, nothing, profileId } from "./entry.ts";

export const profilesView = z.object({ profiles: z.array(profileView), selectedId: z.string() });

export const profiles = {
  list: entry(nothing, profilesView),
  select: entry(profileId, profilesView),
  create: entry(z.object({ draft: profileDraft }), profileView),
  update: entry(z.object({ id: z.string(), draft: profileDraft }), profileView),
  duplicate: entry(profileId, profileView),
  /** The last ones can be undone with `restore`, until Linkdesk is ended. */
  remove: entry(profileId, nothing),
  restore: entry(profileId, profileView),
  /** The text of an export file: profiles without their secrets. */
  exportText: entry(z.object({ ids: z.array(z.string()).min(1) }), z.object({ text: z.string() })),
  /** What is in an export file, to be shown before anything of it is imported. */
  offerText: entry(z.object({ file: z.string().max(300), text: z.string().max(PROFILES_FILE_LIMIT) }), profilesOffer),
  importText: entry(
    z.object({ text: z.string().max(PROFILES_FILE_LIMIT) }),
    z.object({ imported: z.array(profileView) }),
  ),
  /** One way only: a secret can be set and removed, never read. */
  setSecret: entry(z.object({ id: z.string(), slot: secretSlot, value: z.string().min(1).max(10_000) }), profileView),
  removeSecret: entry(z.object({ id: z.string(), slot: secretSlot }), profileView),
} as const;
