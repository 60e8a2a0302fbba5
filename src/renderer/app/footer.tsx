import { FlaskConical, Keyboard, TriangleAlert } from "lucide-react";
import { appInfoStore } from "../core/app-info.ts";
import { useStore, useStores } from "../core/environment.ts";
import { panelStore } from "../core/panels.ts";
import { preferencesStore } from "../core/preferences.ts";
import { ForwardingItem } from "../features/listener/index.ts";
import { profilesStore, selectedProfile } from "../features/profiles/index.ts";
import { sandboxStore } from "../features/sandbox/index.ts";
import { UpdatesItem } from "../features/updates/index.ts";
import styles from "./footer.module.css";

/** The status line: what runs behind the window, and what is worth knowing about this machine. */
export function Footer() {
  const stores = useStores();
  const info = useStore(appInfoStore, (state) => state.info);
  const sandbox = useStore(sandboxStore, (state) => state.status);
  const inSandbox = useStore(profilesStore, (state) => selectedProfile(state)?.profile.mode === "sandbox");
  const consent = useStore(preferencesStore, (state) => state.values.storeSecretsUnprotected);
  const { open } = stores.get(panelStore);

  return (
    <footer className={styles.footer}>
      <span className="flex flex-wrap gap-1">
        {inSandbox ? (
          <button type="button" className={styles.item} onClick={() => open("sandbox")}>
            {sandbox.state === "failed" ? <TriangleAlert size={14} /> : <FlaskConical size={14} />}
            {sandbox.state === "running" ? `Sandbox on ${shortAddress(sandbox.url)}` : "Sandbox is not running"}
          </button>
        ) : null}
        <ForwardingItem className={styles.item} />
        {info?.secretsProtected !== false ? null : (
          <button type="button" className={styles.item} onClick={() => open("preferences")}>
            <TriangleAlert size={14} className="text-odd" />
            {consent ? "Secrets are stored without protection" : "No keychain: secrets last for this session"}
          </button>
        )}
      </span>
      <span className={styles.messages} />
      <span className="flex flex-wrap gap-1">
        <UpdatesItem className={styles.item} onOpen={() => open("preferences")} />
        <button type="button" className={styles.item} onClick={() => open("shortcuts")}>
          <Keyboard size={14} />
          Shortcuts
        </button>
        <button type="button" className={styles.item} onClick={() => open("preferences")}>
          {info === null ? "Linkdesk" : `Linkdesk ${info.version}`}
        </button>
      </span>
    </footer>
  );
}

function shortAddress(url: string | null): string {
  return url === null ? "this machine" : url.replace(/^https?:\/\//, "");
}
