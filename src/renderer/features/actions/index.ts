export { ActionsColumn, NoActions } from "./actions.tsx";
export { actionsStore, type HeldByForm, partsOf } from "./actions-store.ts";
export { FORMS } from "./form/forms.ts";
export { reasonItIsOff } from "./form/permission.ts";
export { byOtherProfile, profilesText, sentText, withOtherProfiles } from "./repeat-call.ts";
