export { AnswerFields, type WithAnswer } from "./answer-fields.tsx";
export { MODES, ModeChip } from "./mode.tsx";
export { ProfileDialog } from "./profile-dialog.tsx";
export { answerText, readAnswerText } from "./profile-form.ts";
export { ProfileSwitcher } from "./profile-switcher.tsx";
export { createProfilesSlice, NEW, type ProfilesSlice, selectedProfile } from "./slice.ts";
export { StoreConsent } from "./store-consent.tsx";
