export { MODES, ModeChip } from "./mode.tsx";
export { OfferDialog } from "./offer-dialog.tsx";
export { ProfileDialog } from "./profile-dialog.tsx";
export { ProfileSwitcher } from "./profile-switcher.tsx";
export { ScriptFields } from "./script/script-fields.tsx";
export { readScriptText, scriptText, type WithScript } from "./script/script-text.ts";
export { createProfilesSlice, NEW, type ProfilesSlice, selectedProfile } from "./slice.ts";
export { StoreConsent } from "./store-consent.tsx";
