import { plainFileName } from "../../../shared/file-name.ts";
import { PROFILES_EXTENSION } from "../../../shared/transfer-file.ts";

/** "Acme Payments" → "acme-payments.linkdesk". */
export function exportName(profileName: string): string {
  return `${plainFileName(profileName.toLowerCase(), "profile")}.${PROFILES_EXTENSION}`;
}
