/** Webhooks more than once: what was sent again by its sender, and what we send again or hand on. */
export { agreeToDestination } from "./agreed-destinations.ts";
export { attemptsOf } from "./attempts.ts";
export { createForwarder } from "./forward.ts";
export { createOwnConnections } from "./own-connections.ts";
export { createReplay, type Replay } from "./replay.ts";
export { createResign } from "./resign.ts";
