export { OpenDialog } from "./open-dialog.tsx";
export { OpenedBanner } from "./opened-banner.tsx";
export { openedStore } from "./opened-store.ts";
