import { plainFileName } from "../../../shared/file-name.ts";
import { PROFILES_EXTENSION } from "../../../shared/transfer-file.ts";

/** Hands a text to the browser as a file to save. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own reference by now; the next turn is early enough to give ours back.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** "Acme Payments" → "acme-payments.linkdesk". */
export function exportName(profileName: string): string {
  return `${plainFileName(profileName.toLowerCase(), "profile")}.${PROFILES_EXTENSION}`;
}
