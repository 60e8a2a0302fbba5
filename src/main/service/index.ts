/** The client of the peer linking service, and the network that everything going out shares. */
export { exchange } from "./exchange.ts";
export { headerValue } from "./headers.ts";
export { createNetwork, type Network, type NetworkOptions } from "./network.ts";
export { isThisMachine } from "./route.ts";
export { createService, type Service, type ServiceDependencies } from "./service.ts";
