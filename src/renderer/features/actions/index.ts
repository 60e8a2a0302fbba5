export { ActionsColumn, NoActions } from "./actions.tsx";
export { actionsStore, type HeldByForm, partsOf } from "./actions-store.ts";
export { FORMS } from "./form/forms.ts";
export { reasonItIsOff } from "./form/permission.ts";
export { byOtherProfile, sentText } from "./repeat-call.ts";
