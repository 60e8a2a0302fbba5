export { Inspector } from "./inspector.tsx";
export { createInspectorSlice, type InspectorSlice } from "./slice.ts";
