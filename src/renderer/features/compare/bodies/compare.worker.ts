import { type BodiesTask, compareBodies } from "./compare-bodies.ts";

// `self` of a worker; the window's own type knows another `postMessage`.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<BodiesTask>) => void;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data }) => scope.postMessage(compareBodies(data));
