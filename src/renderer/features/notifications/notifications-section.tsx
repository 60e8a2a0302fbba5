import { useStore, useStores } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { Section } from "../../ui/layout.tsx";
import { Switch } from "../../ui/switch.tsx";

/** Whether the system tells of webhooks while Linkdesk is in the background, and how much. */
export function NotificationsSection() {
  const stores = useStores();
  const notifications = useStore(preferencesStore, (state) => state.values.notifications);
  const change = (part: Partial<typeof notifications>) =>
    stores.get(preferencesStore).change({ notifications: { ...notifications, ...part } });
  return (
    <Section title="Notifications">
      <Switch
        label="Notify while Linkdesk is in the background"
        hint="Of an awaited webhook, of a missing one, and of an update that failed; with a count in the title."
        checked={notifications.on}
        onCheckedChange={(on) => change({ on })}
      />
      <Switch
        label="Say amounts and references in it"
        hint="Whoever sees this screen, locked or shared, can read them."
        checked={notifications.details}
        disabled={!notifications.on}
        onCheckedChange={(details) => change({ details })}
      />
    </Section>
  );
}
