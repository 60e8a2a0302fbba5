/** The client of the peer linking service, and the network that everything going out shares. */
export { type Decoded, decodeBody } from "./decoding.ts";
export { type Exchange, type ExchangeOptions, exchange } from "./exchange.ts";
export { headerValue } from "./headers.ts";
export { createNetwork, type Network, type NetworkOptions } from "./network.ts";
export { isThisMachine } from "./route.ts";
export { type Clock, createService, type Service, type ServiceDependencies } from "./service.ts";
