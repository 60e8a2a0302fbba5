import { join } from "node:path";
import { app, dialog } from "electron";

/** The system's own question where to save a file; null when it was cancelled. */
export async function askWhere(name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: "Export",
    defaultPath: join(app.getPath("downloads"), name),
    properties: ["createDirectory", "showOverwriteConfirmation"],
  });
  return canceled || filePath === "" ? null : filePath;
}
