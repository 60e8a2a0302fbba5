import { FlaskConical, RotateCcw } from "lucide-react";
import { useApp, useAppStore } from "../../app/slice.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { selectedProfile } from "../profiles/index.ts";
import { backToNormal, bentText } from "./behaviour-words.ts";
import styles from "./sandbox-reminder.module.css";

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
    <div className={styles.bent}>
      <button type="button" className={styles.button} onClick={open}>
        <FlaskConical size={16} />
        <span className={styles.text}>Sandbox {bent}</span>
      </button>
      <Tooltip label="Back to normal">
        <IconButton
          size="small"
          label="Sandbox back to normal"
          icon={<RotateCcw />}
          className={styles.reset}
          onClick={() => void store.getState().sandbox.configure(backToNormal(settings))}
        />
      </Tooltip>
    </div>
  );
}
