/** Linkdesk looks at the machine that it runs on, and says what is missing and what that costs. */
export { checksOf } from "./checks.ts";
export { diagnosticsText } from "./diagnostics.ts";
export { createSelfCheck, exitCodeOf, type SelfCheck } from "./self-check.ts";
