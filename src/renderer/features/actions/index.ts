export { ActionsColumn } from "./actions.tsx";
export { actionsStore } from "./actions-store.ts";
export { FORMS } from "./forms.ts";
export { reasonItIsOff } from "./permission.ts";
