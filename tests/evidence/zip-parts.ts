import { open as openZip } from "yauzl";

/** The parts of a ZIP file. */
export function partsOf(path: string): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    openZip(path, { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error);
      const parts = new Map<string, Buffer>();
      zip.on("end", () => resolve(parts));
      zip.on("entry", (entry) =>
        zip.openReadStream(entry, (failed, stream) => {
          if (failed !== null) return reject(failed);
          const pieces: Buffer[] = [];
          stream.on("data", (piece: Buffer) => pieces.push(piece));
          stream.on("end", () => {
            parts.set(entry.fileName, Buffer.concat(pieces));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });
}
