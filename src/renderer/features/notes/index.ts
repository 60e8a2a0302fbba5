export { AnnotateButton, Annotations } from "./annotations.tsx";
export { NoteDialog } from "./note-dialog.tsx";
