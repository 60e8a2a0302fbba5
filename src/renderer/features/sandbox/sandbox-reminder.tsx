import { FlaskConical } from "lucide-react";
import { useApp, useAppStore } from "../../app/slice.ts";
import { Button } from "../../ui/button.tsx";
import { Reminder } from "../../ui/reminder.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { selectedProfile } from "../profiles/index.ts";
import { backToNormal, bentText } from "./behaviour-words.ts";

/** In the bar while a sandbox profile is in use: the way to its panel, and how it is bent. */
export function SandboxReminder() {
  const store = useAppStore();
  const mode = useApp((state) => selectedProfile(state)?.profile.mode);
  const settings = useApp((state) => state.sandbox.status.settings);
  if (mode !== "sandbox") return null;
  const bent = bentText(settings.behaviour);
  const open = () => store.getState().window.open("sandbox");

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
      text={`Sandbox ${bent}`}
      onOpen={open}
      reset={{
        label: "Sandbox back to normal",
        hint: "Back to normal",
        run: () => void store.getState().sandbox.configure(backToNormal(settings)),
      }}
    />
  );
}
