export { AnswerReminder } from "./answer-reminder.tsx";
export { ListenerButton } from "./listener-button.tsx";
export { scriptWords } from "./script-words.ts";
export { createListenerSlice, type ListenerSlice } from "./slice.ts";
