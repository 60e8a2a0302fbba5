import { BrowserWindow, session } from "electron";
import type { PrintedPage } from "../host.ts";
import { ORIGIN, SCHEME } from "./identity.ts";

let printed = 0;

/**
 * Prints in a hidden window of its own: without scripts, without preload, in a session of its own that has this one page
 * and refuses every other request.
 */
export async function printPdf({ html, paper, signal }: PrintedPage): Promise<Uint8Array> {
  signal.throwIfAborted();
  printed += 1;
  // Without `persist:` it is in memory only, and each has its own, so that two reports never meet.
  const alone = session.fromPartition(`print-${printed}`, { cache: false });
  const address = `${ORIGIN}/report`;
  alone.protocol.handle(SCHEME, () => new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }));
  alone.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: url !== address }));
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: alone,
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      disableBlinkFeatures: "Auxclick",
      devTools: false,
    },
  });
  const end = (): void => window.destroy();
  signal.addEventListener("abort", end, { once: true });
  try {
    await window.loadURL(`${ORIGIN}/report`);
    return await window.webContents.printToPDF({
      pageSize: paper,
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
  } finally {
    signal.removeEventListener("abort", end);
    if (!window.isDestroyed()) window.destroy();
    alone.protocol.unhandle(SCHEME);
  }
}
