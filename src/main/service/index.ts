/** The client of the peer linking service, and the network that everything going out shares. */
export { exchange } from "./exchange.ts";
export { failureOf } from "./failure.ts";
export { headerValue } from "./headers.ts";
export { createNetwork, type Network, type NetworkOptions } from "./network.ts";
export { createRedactor } from "./redact.ts";
export { isThisMachine } from "./route.ts";
export { createService, type Service, type ServiceDependencies } from "./service.ts";
