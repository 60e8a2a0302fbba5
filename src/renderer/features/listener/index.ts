export { createListenerSlice, type ListenerSlice } from "./slice.ts";
