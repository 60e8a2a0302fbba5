export { LinkOfCall } from "./link-of-call.tsx";
