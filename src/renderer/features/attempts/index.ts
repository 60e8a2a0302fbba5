export { Attempts } from "./attempts.tsx";
