import { FlaskConical, Keyboard, TriangleAlert } from "lucide-react";
import { UpdatesItem } from "../features/updates/index.ts";
import styles from "./footer.module.css";
import { useApp, useAppStore } from "./slice.ts";

/** The status line: what runs behind the bench, and what is worth knowing about this machine. */
export function Footer() {
  const store = useAppStore();
  const info = useApp((state) => state.window.info);
  const sandbox = useApp((state) => state.sandbox.status);
  const consent = useApp((state) => state.preferences.values.storeSecretsUnprotected);
  const { open } = store.getState().window;

  return (
    <footer className={styles.footer}>
      <button type="button" className={styles.item} onClick={() => open("sandbox")}>
        {sandbox.state === "failed" ? <TriangleAlert size={14} /> : <FlaskConical size={14} />}
        {sandbox.state === "running" ? `Sandbox on ${hostOf(sandbox.url)}` : "Sandbox is not running"}
      </button>
      {info === null || info.secretsProtected ? null : (
        <button type="button" className={styles.item} onClick={() => open("preferences")}>
          <TriangleAlert size={14} className={styles.warning} />
          {consent ? "Secrets are stored without protection" : "No keychain: secrets last for this session"}
        </button>
      )}
      <span className={styles.spacer} />
      <UpdatesItem className={styles.item} onOpen={() => open("preferences")} />
      <button type="button" className={styles.item} onClick={() => open("shortcuts")}>
        <Keyboard size={14} />
        Shortcuts
      </button>
      <button type="button" className={styles.item} onClick={() => open("preferences")}>
        {info === null ? "Linkdesk" : `Linkdesk ${info.version}`}
      </button>
    </footer>
  );
}

function hostOf(url: string | null): string {
  return url === null ? "this machine" : url.replace(/^https?:\/\//, "");
}
