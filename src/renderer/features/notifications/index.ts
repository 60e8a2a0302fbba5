export { NotificationsSection } from "./notifications-section.tsx";
export { notificationsStore } from "./notifications-store.ts";
