import { useStore, useStores } from "../core/environment.ts";
import { panelStore } from "../core/panels.ts";
import { Palette, ShortcutsDialog } from "../features/palette/index.ts";
import { PreferencesDialog } from "../features/preferences/index.ts";
import { OfferDialog, ProfileDialog } from "../features/profiles/index.ts";
import { ChooseDialog, useRunCommands } from "../features/runs/index.ts";
import { SandboxDialog } from "../features/sandbox/index.ts";
import { useWindowCommands } from "./window-commands.ts";

/** What can lie over the bench. The listener's panel hangs from its button in the bar. */
export function Panels() {
  const stores = useStores();
  const panel = useStore(panelStore, (state) => state.panel);
  const close = () => stores.get(panelStore).close();
  useWindowCommands();
  useRunCommands();
  return (
    <>
      <OfferDialog />
      <ProfileDialog open={panel === "profiles"} onClose={close} />
      <SandboxDialog open={panel === "sandbox"} onClose={close} />
      <PreferencesDialog open={panel === "preferences"} onClose={close} />
      <ChooseDialog />
      <ShortcutsDialog open={panel === "shortcuts"} onClose={close} />
      <Palette open={panel === "palette"} onClose={close} />
    </>
  );
}
