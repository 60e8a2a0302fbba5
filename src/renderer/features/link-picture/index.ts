export { LinkOfCall } from "./link-picture.tsx";
