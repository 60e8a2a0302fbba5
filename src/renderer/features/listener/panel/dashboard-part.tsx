import type { ReactNode } from "react";
import { useStore } from "../../../core/environment.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { listenerStore } from "../listener-store.ts";
import styles from "./listener-panel.module.css";

/** How to lead the webhooks of a real service to this machine. */
export function DashboardPart() {
  const { url, settings } = useStore(listenerStore, (state) => state.status);
  const { host, port, path } = url === null ? settings : partsOf(url, settings.path);
  const origin = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  return (
    <div className={styles.part}>
      <p className="text-secondary">
        The sandbox sends its webhooks here by itself. A real service cannot: this address exists on this machine only.
        A tunnel gives it one that can be reached from outside.
      </p>
      <ol className={styles.steps}>
        <Step title="Start a tunnel to the listener" copy={origin}>
          With the tunnel program your company allows, give it this address. Ask your security people first if you are
          not sure.
        </Step>
        <Step title="Set the webhook URL on the dashboard" copy={path}>
          It is the https address that the tunnel shows, and this path behind it.
        </Step>
        <Step title="Try it">
          Simulate a credit with a test profile. The webhook appears in the log a moment later; if nothing comes, open
          the tunnel’s address in a browser: that request must appear in the log too.
        </Step>
      </ol>
    </div>
  );
}

function Step({
  title,
  copy,
  children,
}: {
  readonly title: string;
  readonly copy?: string;
  readonly children: ReactNode;
}) {
  return (
    <li className={styles.step}>
      <div className="type-body-strong">{title}</div>
      <div className="text-secondary">{children}</div>
      {copy === undefined ? null : (
        <div className={styles.copy}>
          <code>{copy}</code>
          <CopyButton label={`Copy ${copy}`} text={copy} />
        </div>
      )}
    </li>
  );
}

function partsOf(url: string, path: string): { host: string; port: string; path: string } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: port === "" ? "80" : port, path };
}
