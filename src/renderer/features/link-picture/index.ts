export { LinkOfCall, type LinkOfCallProps } from "./link-of-call.tsx";
