export { ActionsColumn } from "./actions.tsx";
export { FORMS } from "./forms.ts";
export { reasonItIsOff } from "./permission.ts";
export { type ActionsSlice, createActionsSlice } from "./slice.ts";
