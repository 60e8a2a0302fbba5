/** The window's one way into the program: what arrives is parsed, and one handler answers it. */
export { createBridge } from "./bridge.ts";
export { createHandlers } from "./handlers.ts";
