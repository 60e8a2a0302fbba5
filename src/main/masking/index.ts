/** Secrets in what arrives: masked before it is recorded, and before what was recorded is shown. */
export { createMasking, type Masking } from "./masking.ts";
