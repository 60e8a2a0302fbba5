export { ScriptFields } from "./editor/script/script-fields.tsx";
export { readScriptText, scriptText, type WithScript } from "./editor/script/script-text.ts";
export { StoreConsent } from "./editor/secret-field.tsx";
export { MODES, ModeChip } from "./mode.tsx";
export { OfferDialog } from "./offer-dialog.tsx";
export { ProfileDialog } from "./profile-dialog.tsx";
export { ProfileSwitcher } from "./profile-switcher.tsx";
export { NEW, profilesStore, selectedProfile } from "./profiles-store.ts";
export { useUnits } from "./use-units.ts";
