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

/** Names of devices, which Windows finds in every folder whatever stands behind their dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\p{N}|lpt\p{N})$/u;

/** "Acme Payments" → "acme-payments.linkdesk": letters and digits, no more; what else a name holds may mislead. */
export function exportName(profileName: string): string {
  const plain = profileName
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-");
  // File systems count bytes, and a letter has up to four of them: 240 of the 255 that there are.
  const short = Array.from(plain).slice(0, 60).join("");
  return `${short === "" ? "profile" : DEVICES.test(short) ? `profile-${short}` : short}.${PROFILES_EXTENSION}`;
}
