/** What was seen, handed over: what is chosen from the log, redacted, and written in the form that is wanted. */
export { createExports, type Exports } from "./exports.ts";
export { cell } from "./formats/csv.ts";
export { html, PAGE_END, pageHead } from "./formats/report.ts";
export { writeWhole } from "./write-file.ts";
