/** The client of the peer linking service. */
export { createService, type Service, type ServiceDependencies } from "./service.ts";
