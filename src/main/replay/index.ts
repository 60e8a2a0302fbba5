/** Sending deliveries again, byte for byte or changed. */
export { agreeToHost } from "./agree.ts";
export { createForwarder, type Forwarder } from "./forward.ts";
export { createOwnConnections, type OwnConnections } from "./own-connections.ts";
export { createReplay, type Replay } from "./replay.ts";
export { createResign } from "./resign.ts";
