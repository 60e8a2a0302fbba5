export { UpdatesItem, UpdatesSection } from "./updates.tsx";
export { updatesStore } from "./updates-store.ts";
