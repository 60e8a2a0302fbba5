import { basename } from "node:path";
import { checkFile, NOBODY } from "../main/evidence/index.ts";
import { Refusal } from "../main/refusal.ts";
import { type FileCheck, fingerprintText } from "../shared/case-file.ts";
import { pluralText } from "../shared/measures.ts";
import { checkWords, leftOutWords, partWords } from "../shared/text/explain-file-check.ts";
import type { Asked } from "./arguments.ts";
import type { ExitCode, Output } from "./commands.ts";

/** The name under which the fingerprint of `--signed-by` stands among the signers that are known. */
const EXPECTED = "the fingerprint that was named";

/** Says of each file whether it is whole and who has signed it. The gravest finding decides how it ends. */
export async function checkFiles({ words, signedBy }: Asked, output: Output): Promise<ExitCode> {
  const known = signedBy === null ? [] : [{ fingerprint: signedBy, name: EXPECTED }];
  let worst: ExitCode = 0;
  for (const path of words) {
    const steps = { signal: new AbortController().signal, progress: () => {} };
    try {
      const check = await checkFile({ path, name: basename(path) }, { ...NOBODY, known }, steps);
      const good = isProven(check, signedBy);
      if (!good && worst === 0) worst = 1;
      output.line(checkText(check));
      output.event({ event: "check", path, good, ...check });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      worst = 2;
      output.line(`${basename(path)}\n  Could not be checked: ${error.message}\n`);
      output.event({ event: "check", path, good: false, code: error.code, message: error.message });
    }
  }
  return worst;
}

/**
 * Anybody can sign a file: without a fingerprint to hold it against, "whole" says only that nobody has changed it
 * since.
 */
function isProven(check: FileCheck, signedBy: string | null): boolean {
  if (check.is !== "case" || !check.whole) return false;
  return signedBy === null || check.signedBy.by === "known";
}

function checkText(check: FileCheck): string {
  const { title, sentence } = checkWords(check);
  const lines = [`${title}. ${sentence}`];
  if (check.is === "case") {
    const { manifest, parts, leftOut, signedBy } = check;
    lines.push(`Content: ${manifest.subject}, ${pluralText(manifest.events, "event", "events")}`);
    if (signedBy.by !== "none") lines.push(`Fingerprint: ${fingerprintText(signedBy.fingerprint)}`);
    lines.push(...parts.map((part) => `${part.name} ${partWords(part)}`));
    lines.push(...leftOut.map((each) => `Left out: ${leftOutWords(each)}`));
  }
  return `${check.file}\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
