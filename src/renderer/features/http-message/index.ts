export { type HeaderGroup, HeadersView, HeaderTable } from "./headers-view.tsx";
export { BodyWorkContext, type LoadedBody, useBody, useOwnBodyWork } from "./reading/use-body.ts";
export { BodyViewer } from "./view/body-viewer.tsx";
export { hexLine, hexLines } from "./view/hex.ts";
export { placeOf } from "./view/places.ts";
export { softBroken } from "./view/soft-breaks.ts";
