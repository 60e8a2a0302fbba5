export { AnnotateButton, Annotations } from "./note-and-tags.tsx";
export { NoteDialog } from "./note-dialog.tsx";
