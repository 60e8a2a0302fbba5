import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import type { Theme } from "../../../shared/preferences.ts";
import { appInfoStore } from "../../core/app-info.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/layout.tsx";
import { optionsOf } from "../../ui/options.ts";
import { Switch } from "../../ui/switch.tsx";
import { NotificationsSection } from "../notifications/index.ts";
import { StoreConsent } from "../profiles/index.ts";
import { UpdatesSection } from "../updates/index.ts";
import { AboutSection } from "./about-section.tsx";
import { EventLogSection } from "./event-log-section.tsx";
import styles from "./preferences-dialog.module.css";

const THEMES = optionsOf<Theme, React.ReactNode>({
  system: { label: <ThemeName icon={<Monitor size={14} />} name="System" /> },
  light: { label: <ThemeName icon={<Sun size={14} />} name="Light" /> },
  dark: { label: <ThemeName icon={<Moon size={14} />} name="Dark" /> },
});

function ThemeName({ icon, name }: { readonly icon: React.ReactNode; readonly name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {name}
    </span>
  );
}

/** What the window remembers for itself, and what runs here. */
export function PreferencesDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  const theme = useStore(preferencesStore, (state) => state.values.theme);
  return (
    <Dialog open={open} onClose={onClose} title="Preferences" size="medium">
      <div className={styles.content}>
        <Section
          title="Appearance"
          aside={
            <Segmented<Theme>
              label="Theme"
              value={theme}
              onValueChange={(next) => stores.get(preferencesStore).change({ theme: next })}
              options={THEMES}
            />
          }
        >
          {null}
        </Section>
        <NotificationsSection />
        <EventLogSection />
        <SecretsSection />
        <UpdatesSection />
        <AboutSection />
      </div>
    </Dialog>
  );
}

function SecretsSection() {
  const stores = useStores();
  const isProtected = useStore(appInfoStore, (state) => state.info?.secretsProtected);
  const consent = useStore(preferencesStore, (state) => state.values.storeSecretsUnprotected);
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Secrets">
      {isProtected === null ? (
        <p className="text-secondary">
          This system’s keychain has not answered yet. It may be asking you for a password.
        </p>
      ) : isProtected !== false ? (
        <p className="text-secondary">Secrets are encrypted with a key in this system’s keychain.</p>
      ) : (
        <>
          <p className="text-secondary">
            This machine has no keychain that Linkdesk can use.{" "}
            {consent
              ? "Secrets are stored without protection, as you agreed."
              : "Secrets are kept in memory, unless you agree to store them without protection."}
          </p>
          <Switch
            label="Store secrets without protection"
            hint="Whoever can read this user’s files can then read them. Switching this off removes them from disk."
            checked={consent}
            onCheckedChange={(checked) => {
              if (checked) setAsking(true);
              else stores.get(preferencesStore).change({ storeSecretsUnprotected: false });
            }}
          />
        </>
      )}
      <StoreConsent open={asking} onClose={() => setAsking(false)} />
    </Section>
  );
}
