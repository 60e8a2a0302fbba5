export { type BodySource, BodyWorkContext, type LoadedBody, useBody, useOwnBodyWork } from "./decoding/use-body.ts";
export { type HeaderGroup, HeadersView, HeaderTable } from "./headers-view.tsx";
export { bodyViewStore, type SoughtIn } from "./view/body-view-store.ts";
export { BodyViewer } from "./view/body-viewer.tsx";
export { hexLine, hexLines } from "./view/hex.ts";
export type { BodyAnnotations } from "./view/marked-values.ts";
export { placeOf } from "./view/places.ts";
export { softBroken } from "./view/soft-breaks.ts";
export { usePointing } from "./view/use-pointing.ts";
