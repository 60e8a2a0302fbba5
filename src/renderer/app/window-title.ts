import { visibleText } from "../../shared/visible-text.ts";
import type { Stores } from "../core/store.ts";
import { notificationsStore } from "../features/notifications/index.ts";
import { profilesStore, selectedProfile } from "../features/profiles/index.ts";

/** The window's title says its profile, and how much happened since it was last looked at: others see only that. */
export function keepTitle(stores: Stores): void {
  let last = "";
  const show = () => {
    const { count } = stores.get(notificationsStore);
    const name = selectedProfile(stores.get(profilesStore))?.profile.name;
    const title = `${count === 0 ? "" : `(${count}) `}Linkdesk${name === undefined ? "" : ` – ${visibleText(name)}`}`;
    if (title !== last) document.title = title;
    last = title;
  };
  stores.of(notificationsStore).subscribe(show);
  stores.of(profilesStore).subscribe(show);
  show();
}
