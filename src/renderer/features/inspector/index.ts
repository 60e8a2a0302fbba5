export { type CompareSlice, createCompareSlice } from "../compare/slice.ts";
export { createReplaySlice, type ReplaySlice } from "../replay/slice.ts";
export { createSignatureSlice, type SignatureSlice } from "../signature/slice.ts";
export { Inspector } from "./inspector.tsx";
export { createInspectorSlice, type InspectorSlice } from "./slice.ts";
