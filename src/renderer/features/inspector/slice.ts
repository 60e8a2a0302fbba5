import type { SliceCreator } from "../../app/slice.ts";

export type InspectorSlice = { readonly ready: true };

export const createInspectorSlice: SliceCreator<InspectorSlice> = () => ({ ready: true });
