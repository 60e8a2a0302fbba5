// Stands in for cloudflared: arguments, log and metrics pages as in cloudflare/cloudflared (`quick_tunnel.go`,
// `readiness.go`). Never compared with a running one.
import { forward, how, note, page } from "./forward.mjs";

note("TUNNEL_TOKEN");
const args = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1];
const log = (line) => process.stderr.write(`2026-11-22T10:00:00Z ${line}\n`);

if (args[0] !== "tunnel" || !args.includes("--no-autoupdate") || !args.includes("--config")) process.exit(2);
const isNamed = args.at(-1) === "run";
if (how === "quota") {
  log('ERR Error unmarshaling QuickTunnel response: error code: 1015 status_code="429 Too Many Requests"');
  log("failed to unmarshal quick Tunnel: invalid character 'e' looking for beginning of value");
  process.exit(1);
}
if (isNamed && process.env.TUNNEL_TOKEN !== "good") {
  log("Provided Tunnel token is not valid.");
  process.exit(1);
}
if (how === "blocked")
  log(
    'ERR Failed to dial a quic connection error="failed to dial to edge with quic: timeout: no recent network activity"',
  );

let connections = 0;
await page(Number(after("--metrics").split(":").at(-1)), {
  "/ready": () => ({
    status: connections > 0 ? 200 : 503,
    body: { status: connections > 0 ? 200 : 503, readyConnections: connections },
  }),
  "/quicktunnel": () => ({ body: { hostname: isNamed ? "" : "quiet-river.trycloudflare.com" } }),
});
if (!isNamed) {
  log("INF Requesting new quick Tunnel on trycloudflare.com...");
  log("INF +--------------------------------------------------------------------------------------------+");
  log("INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |");
  log("INF |  https://quiet-river.trycloudflare.com                                                     |");
  log("INF +--------------------------------------------------------------------------------------------+");
}
if (how !== "blocked") {
  // A talkative one: what it says has to be read.
  for (let line = 0; line < 2_000; line += 1) log(`DBG ${"x".repeat(200)}`);
  connections = 1;
  log("INF Registered tunnel connection connIndex=0 connection=1 event=0 ip=192.0.2.1 location=ams01 protocol=quic");
  if (!isNamed)
    forward(after("--url"), [
      "Cf-Connecting-Ip",
      "203.0.113.7",
      "Cf-Ray",
      "8f0-AMS",
      "X-Forwarded-For",
      "203.0.113.7",
      "X-Forwarded-Proto",
      "https",
    ]);
}
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 1_000);
