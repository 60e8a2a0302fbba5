import { join } from "node:path";
import { app, dialog } from "electron";
import { CASE_EXTENSION } from "../../../shared/case-file.ts";
import { PLAYBOOK_EXTENSION } from "../../../shared/playbook.ts";
import { PROFILES_EXTENSION } from "../../../shared/transfer-file.ts";

/** The system's own question where to save a file; null when it was cancelled. */
export async function askWhere(name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: "Export",
    defaultPath: join(app.getPath("downloads"), name),
    properties: ["createDirectory", "showOverwriteConfirmation"],
  });
  return canceled || filePath === "" ? null : filePath;
}

/**
 * The system's own question which file to open; null when it was cancelled. The page cannot ask when the menu was chosen:
 * Chromium opens its question for a press within the page only.
 */
export async function askWhich(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: "Open or check a file",
    properties: ["openFile"],
    filters: [
      {
        name: "Files for Linkdesk",
        extensions: ["har", "ndjson", CASE_EXTENSION, PLAYBOOK_EXTENSION, PROFILES_EXTENSION],
      },
      { name: "All files", extensions: ["*"] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
