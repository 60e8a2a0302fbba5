/** What was seen, handed over: what is chosen from the log, redacted, and written in the form that is wanted; and opened again. */

export { NOBODY } from "./case/check-case.ts";
export { createExports, type Exports } from "./exports.ts";
export { cell } from "./formats/csv.ts";
export { html, PAGE_END, pageHead } from "./formats/report.ts";
export { createForeignFiles, type ForeignFiles, foreignOf } from "./opening/foreign-files.ts";
export { checkFile } from "./opening/source.ts";
export { createSigner, type Signer } from "./signer.ts";
export { writeWhole } from "./write-file.ts";
