export { LinkOfCall } from "./picture/link-picture.tsx";
