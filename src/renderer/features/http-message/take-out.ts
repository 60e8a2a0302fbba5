import type { BodyPart } from "../../../shared/events.ts";
import type { BodyReading } from "./reading.ts";

/** Offers bytes as a file of the user's own: what a browser calls a download. */
export function saveToFile(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that says where the file came from; only characters that every file system takes. */
export function fileName(id: number, part: BodyPart, { text, json }: BodyReading): string {
  const isJson = json !== null && json.state !== "not-json";
  return `linkdesk-event-${id}-${part}.${text === null ? "bin" : isJson ? "json" : "txt"}`;
}
