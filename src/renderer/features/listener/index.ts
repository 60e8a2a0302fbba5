export { AnswerReminder } from "./answer-reminder.tsx";
export { ForwardingItem } from "./forwarding-item.tsx";
export { ListenerButton } from "./listener-button.tsx";
export { listenerStore } from "./listener-store.ts";
export { addressStore } from "./public-address/address-store.ts";
export { RelayNote } from "./relay/relay-note.tsx";
export { scriptWords } from "./script-words.ts";
export { UsePort } from "./use-port.tsx";
