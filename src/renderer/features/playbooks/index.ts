export { MakePlaybookButton, useMakePlaybookItem } from "./make-button.tsx";
export { PlaybooksDialog } from "./playbooks-dialog.tsx";
export { playbooksStore } from "./playbooks-store.ts";
export { seenStore } from "./seen-store.ts";
