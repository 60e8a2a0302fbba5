/** Public face of the bodies module: what a body is once its content codings are taken off. */
export { contentEncodingOf } from "./content-encoding.ts";
export { decodeBody } from "./decode.ts";
