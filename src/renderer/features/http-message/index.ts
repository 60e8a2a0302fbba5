export { BodyViewer } from "./body-viewer.tsx";
export { type HeaderGroup, HeadersView, HeaderTable } from "./headers-view.tsx";
export { hexLine, hexLines } from "./hex.ts";
export { placeOf } from "./places.ts";
export { softBroken } from "./soft-breaks.ts";
export { BodyWorkContext, type LoadedBody, useBody, useOwnBodyWork } from "./use-body.ts";
