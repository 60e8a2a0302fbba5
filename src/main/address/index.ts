/** An address that the outside can reach: the ways to it, its states, and the proof that it leads here. */
export { createProgramSearch, openWay } from "./open-way.ts";
export { createProofs, type Proofs } from "./proof.ts";
export {
  createPublicAddress,
  type PublicAddress,
} from "./public-address.ts";
