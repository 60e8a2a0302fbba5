export { type CompareSlice, createCompareSlice } from "./compare/slice.ts";
export { Inspector } from "./inspector.tsx";
export { createInspectorSlice, type InspectorSlice } from "./slice.ts";
