export { addressFieldStore } from "./find-address.ts";
export { MissingChecklist } from "./missing-checklist.tsx";
export { RightAddress } from "./right-address.tsx";
export { useDiagnosis } from "./use-diagnosis.ts";
