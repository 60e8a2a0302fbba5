export { ActionsColumn } from "./actions.tsx";
export { type ActionsSlice, createActionsSlice } from "./slice.ts";
