/** Profiles, preferences, form memory and secrets: what Linkdesk keeps between two starts besides the log. */
export { offerOf, readOffer } from "./offer.ts";
export { openSettings, type Settings } from "./open.ts";
export { profilesIn } from "./other-folder.ts";
export type { Profiles } from "./profiles.ts";
export { openWholeStore } from "./store.ts";
export { exportText } from "./transfer.ts";
