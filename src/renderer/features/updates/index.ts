export { createUpdatesSlice, type UpdatesSlice } from "./slice.ts";
export { UpdatesItem } from "./updates-item.tsx";
export { UpdatesSection } from "./updates-section.tsx";
