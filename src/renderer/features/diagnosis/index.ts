export { MissingChecklist } from "./missing-checklist.tsx";
