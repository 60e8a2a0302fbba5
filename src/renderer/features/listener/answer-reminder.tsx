import { Drama } from "lucide-react";
import { useStore, useStores } from "../../core/environment.ts";
import { panelStore } from "../../core/panels.ts";
import { Reminder } from "../../ui/reminder.tsx";
import { profilesStore, selectedProfile } from "../profiles/index.ts";
import { listenerStore } from "./listener-store.ts";
import { scriptWords } from "./script-words.ts";

/** In the bar while webhooks get anything but a plain 2xx: what they get, and the way back. */
export function AnswerReminder() {
  const stores = useStores();
  const script = useStore(profilesStore, (state) => selectedProfile(state)?.profile.answerScript);
  const words = script === undefined ? null : scriptWords(script);
  if (words === null) return null;
  return (
    <Reminder
      icon={<Drama size={16} />}
      text={`On purpose: ${words}`}
      hint={`What webhooks get on purpose: ${words}`}
      onOpen={() => {
        const listener = stores.get(listenerStore);
        listener.showPart("answer");
        stores.get(panelStore).open("listener");
      }}
      reset={{
        words: "Back to 200",
        run: () => void stores.get(listenerStore).answerNormally(),
      }}
    />
  );
}
