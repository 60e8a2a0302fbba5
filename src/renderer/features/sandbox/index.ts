export { createSandboxSlice, type SandboxSlice } from "./slice.ts";
