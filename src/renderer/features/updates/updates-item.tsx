import { Download } from "lucide-react";
import type { UpdateConsent, UpdateStatus } from "../../../shared/updates.ts";
import { useStore } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { updatesStore } from "./updates-store.ts";

/** What the status line says of updates, if there is anything to say: a word that leads to the preferences. */
export function UpdatesItem({
  className,
  onOpen,
}: {
  readonly className: string | undefined;
  readonly onOpen: () => void;
}) {
  const status = useStore(updatesStore, (state) => state.status);
  const consent = useStore(preferencesStore, (state) => state.values.updates);
  const words = status === null ? null : wordsFor(status, consent);
  if (words === null) return null;
  return (
    <button type="button" className={className} onClick={onOpen}>
      <Download size={14} />
      {words}
    </button>
  );
}

function wordsFor(status: UpdateStatus, consent: UpdateConsent): string | null {
  switch (status.state) {
    case "unavailable":
    case "checking":
      return null;
    case "idle":
      return consent === "ask" ? "Look for updates?" : null;
    case "available":
      return `Version ${status.version} is there`;
    case "downloading":
      return `Downloading ${status.version}: ${status.percent} %`;
    case "ready":
      return `Version ${status.version} is ready to install`;
    case "installing":
      return "Installing…";
    case "failed":
      // A look that failed by itself is nobody's business; what the user asked for is.
      return status.during === "check" ? null : "The update failed";
  }
}
