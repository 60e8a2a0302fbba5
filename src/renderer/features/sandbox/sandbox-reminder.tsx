import { FlaskConical } from "lucide-react";
import type { Mode } from "../../../shared/profile.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Button } from "../../ui/button.tsx";
import { Reminder } from "../../ui/reminder.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { backToNormal, bentText } from "./behaviour-words.ts";
import { sandboxStore } from "./sandbox-store.ts";

/** In the bar while a sandbox profile is in use: the way to its panel, and what it does otherwise than usual. */
export function SandboxReminder({ mode }: { readonly mode: Mode }) {
  const stores = useStores();
  const settings = useStore(sandboxStore, (state) => state.status.settings);
  if (mode !== "sandbox") return null;
  const bent = bentText(settings.behaviour);
  const open = () => stores.get(panelStore).open("sandbox");

  if (bent === null)
    return (
      <Tooltip label="Make the sandbox behave badly">
        <Button variant="quiet" icon={<FlaskConical />} aria-label="Sandbox behaviour" onClick={open}>
          Behaviour
        </Button>
      </Tooltip>
    );
  return (
    <Reminder
      icon={<FlaskConical size={16} />}
      text={`Sandbox: ${bent}`}
      onOpen={open}
      reset={{
        words: "Back to normal",
        label: "Sandbox back to normal",
        run: () => void stores.get(sandboxStore).configure(backToNormal(settings)),
      }}
    />
  );
}
