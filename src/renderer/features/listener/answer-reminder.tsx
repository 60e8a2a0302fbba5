import { Drama } from "lucide-react";
import { useApp, useAppStore } from "../../app/slice.ts";
import { Reminder } from "../../ui/reminder.tsx";
import { selectedProfile } from "../profiles/index.ts";
import { scriptWords } from "./script-words.ts";

/** In the bar while webhooks get anything but a plain 2xx: what they get, and the way back. */
export function AnswerReminder() {
  const store = useAppStore();
  const script = useApp((state) => selectedProfile(state)?.profile.answerScript);
  const words = script === undefined ? null : scriptWords(script);
  if (words === null) return null;
  return (
    <Reminder
      icon={<Drama size={16} />}
      text={`On purpose: ${words}`}
      hint={`What webhooks get on purpose: ${words}`}
      onOpen={() => {
        const { listener, window } = store.getState();
        listener.showPart("answer");
        window.open("listener");
      }}
      reset={{
        label: "Answer 200 again",
        hint: "Back to a plain 200",
        run: () => void store.getState().listener.answerNormally(),
      }}
    />
  );
}
