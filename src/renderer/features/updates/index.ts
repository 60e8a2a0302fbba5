export { UpdatesItem } from "./updates-item.tsx";
export { UpdatesSection } from "./updates-section.tsx";
export { updatesStore } from "./updates-store.ts";
