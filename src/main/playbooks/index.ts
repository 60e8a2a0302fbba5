/** Playbooks: saved steps with what is expected of them, gone through again; what came of it, never green by mistake. */
export { readPlaybook } from "./files.ts";
export { createPlaybooks, type Playbooks } from "./playbooks.ts";
export { csvSheet, htmlSheet, junitSheet, stepSheet, totalText } from "./sheet.ts";
