/** A newer version of Linkdesk: looked for, fetched and installed as the user says. */
export { createUpdates, type Updates } from "./updates.ts";
