/** The embedded peer linking service: a real server on loopback that behaves as it is told to. */
export { createSandbox, type Sandbox } from "./sandbox.ts";
