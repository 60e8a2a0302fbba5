/** How webhooks are read: asked, confirmed, corrected by pointing, listed with their profile. */
export { AskDialog } from "./ask-dialog.tsx";
export { BriefQuestion } from "./brief-question.tsx";
export { DeliveryBody } from "./delivery-body.tsx";
export { DeliveryReadingSection } from "./delivery-reading.tsx";
export { useReadingCommands } from "./reading-commands.ts";
export { ReadingList } from "./reading-list.tsx";
export { ReadingQuestion } from "./reading-question.tsx";
export { readingsStore } from "./readings-store.ts";
