export { ListenerButton } from "./listener-button.tsx";
export { createListenerSlice, type ListenerSlice } from "./slice.ts";
