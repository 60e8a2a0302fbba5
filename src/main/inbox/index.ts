/** Webhooks that a team's relay has kept: from its inboxes into the log, each once and in order. */
export { createInboxes, type Inboxes, type InboxesOptions } from "./inboxes.ts";
