export { ActionsColumn, NoActions } from "./actions.tsx";
export { actionsStore, type HeldByForm, partsOf } from "./actions-store.ts";
export { currencyHint } from "./form/currency-hint.tsx";
export { FORMS } from "./form/forms.ts";
export { reasonItIsOff } from "./form/permission.ts";
export { byOtherProfile, profilesText, sentText, withOtherProfiles } from "./repeat-call.ts";
