import { BookOpenCheck, Search, Settings } from "lucide-react";
import { useStore, useStores } from "../core/environment.ts";
import { panelStore } from "../core/panels.ts";
import { AnswerReminder, ListenerButton } from "../features/listener/index.ts";
import { ProfileSwitcher, profilesStore, selectedProfile } from "../features/profiles/index.ts";
import { SandboxReminder } from "../features/sandbox/index.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Hidden } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import styles from "./top-bar.module.css";

/** Who we are to the service, where webhooks come in, and the way to everything else. Red in live mode. */
export function TopBar() {
  const stores = useStores();
  const mode = useStore(profilesStore, (state) => selectedProfile(state)?.profile.mode ?? "unset");
  return (
    <header className={styles.bar} data-mode={mode}>
      <div className={styles.start}>
        <h1 className={styles.brand}>
          <Logo size={22} />
          <span className={styles.name}>Linkdesk</span>
        </h1>
        <ProfileSwitcher />
        {mode === "live" ? (
          <span className="text-plain type-body-strong whitespace-nowrap">Real money: simulations are off</span>
        ) : null}
        <SandboxReminder mode={mode} />
        <AnswerReminder />
      </div>
      <ListenerButton />
      <div className="flex items-center justify-end gap-1 min-w-0">
        <Button
          variant="quiet"
          icon={<Search />}
          aria-keyshortcuts="Control+K"
          onClick={() => stores.get(panelStore).open("palette")}
        >
          <Hidden>Command palette</Hidden>
          <Kbd keys="mod+k" />
        </Button>
        <IconButton
          tip
          keys="mod+b"
          label="Playbooks"
          icon={<BookOpenCheck />}
          onClick={() => stores.get(panelStore).open("playbooks")}
        />
        <IconButton
          tip
          keys="mod+,"
          label="Preferences"
          icon={<Settings />}
          onClick={() => stores.get(panelStore).open("preferences")}
        />
      </div>
    </header>
  );
}
