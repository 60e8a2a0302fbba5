import { announcementsStore } from "../core/announcements.ts";
import { appInfoStore } from "../core/app-info.ts";
import { commandsStore } from "../core/commands.ts";
import { panelStore } from "../core/panels.ts";
import { preferencesStore } from "../core/preferences.ts";
import { actionsStore } from "../features/actions/index.ts";
import { compareStore } from "../features/compare/index.ts";
import { eventLogStore, selectedEventStore } from "../features/event-log/index.ts";
import { addressStore, listenerStore } from "../features/listener/index.ts";
import { notificationsStore } from "../features/notifications/index.ts";
import { openedStore } from "../features/opened/index.ts";
import { playbooksStore, seenStore } from "../features/playbooks/index.ts";
import { profilesStore } from "../features/profiles/index.ts";
import { readingsStore } from "../features/readings/index.ts";
import { runsStore } from "../features/runs/index.ts";
import { sandboxStore } from "../features/sandbox/index.ts";
import { updatesStore } from "../features/updates/index.ts";

/** What shows a log: one's own, or that of an opened file. */
export const LOG_STORES = [eventLogStore, selectedEventStore, runsStore, readingsStore];

/** What is the same whichever log is shown. */
export const SHARED_STORES = [
  appInfoStore,
  commandsStore,
  preferencesStore,
  panelStore,
  announcementsStore,
  profilesStore,
  listenerStore,
  addressStore,
  sandboxStore,
  actionsStore,
  updatesStore,
  notificationsStore,
  openedStore,
  playbooksStore,
  seenStore,
  compareStore,
];

/** The stores that listen to main from the beginning. What nobody has opened yet is made when it is. */
export const WINDOW_STORES = [
  appInfoStore,
  commandsStore,
  preferencesStore,
  profilesStore,
  listenerStore,
  addressStore,
  sandboxStore,
  actionsStore,
  ...LOG_STORES,
  playbooksStore,
  updatesStore,
  notificationsStore,
  openedStore,
];
