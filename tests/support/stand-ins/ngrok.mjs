// Stands in for ngrok's agent: arguments, JSON log and local API as its documents have them. Never compared with a
// running one.
import { forward, how, note, page } from "./forward.mjs";

note("NGROK_AUTHTOKEN");
const args = process.argv.slice(2);
const target = args[1];
const domain =
  args.find((each) => each.startsWith("--domain="))?.slice("--domain=".length) ?? "mild-fox.ngrok-free.app";
const log = (entry) => process.stdout.write(`${JSON.stringify({ t: "2026-11-22T10:00:00+0000", ...entry })}\n`);

if (args[0] !== "http" || !args.includes("--log=stdout") || !args.includes("--log-format=json")) process.exit(2);
log({ lvl: "info", msg: "no configuration paths supplied" });
const code = /^\d+$/.test(how) ? how : null;
if (code !== null) {
  log({
    lvl: "eror",
    msg: "failed to reconnect session",
    obj: "csess",
    id: "1",
    err: `refused\r\n\r\nERR_NGROK_${code}\r\n`,
  });
  if (code !== "3200" && code !== "8012") {
    log({ lvl: "crit", msg: "command failed", err: `authentication failed\r\n\r\nERR_NGROK_${code}\r\n` });
    process.stderr.write(`ERROR:  authentication failed\nERROR:  ERR_NGROK_${code}\n`);
  }
  process.exit(1);
}
if (how === "flood") {
  const { NGROK_AUTHTOKEN = "" } = process.env;
  const print = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
  for (let count = 0; count < 5_000; count += 1) await print("x".repeat(65_536));
  await print("\n");
  for (let count = 0; count < 5_000; count += 1) await print(`${"y".repeat(80)}\n`.repeat(800));
  // A token in two pieces, and addresses that are none, or not ours.
  await print(NGROK_AUTHTOKEN.slice(0, 8));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await print(`${NGROK_AUTHTOKEN.slice(8)}\n`);
  for (const url of ["https://[", "https://a:b@evil.example", "http://169.254.169.254/", "https://"])
    log({ lvl: "info", msg: "started tunnel", obj: "tunnels", name: "command_line", addr: target, url });
}
const api = await page(0, {
  "/api/tunnels": () => ({
    body: {
      tunnels: [
        {
          name: "other",
          uri: "/api/tunnels/other",
          public_url: "https://other.ngrok-free.app",
          proto: "https",
          config: { addr: "http://localhost:1", inspect: true },
        },
        {
          name: "command_line",
          uri: "/api/tunnels/command_line",
          public_url: `https://${domain}`,
          proto: "https",
          config: { addr: target, inspect: true },
        },
      ],
      uri: "/api/tunnels",
    },
  }),
});
log({ lvl: "info", msg: "starting web service", obj: "web", addr: `127.0.0.1:${api}`, allow_hosts: [] });
log({ lvl: "info", msg: "client session established", obj: "tunnels.session" });
// Without the line, the page on this machine has to do.
if (how !== "silent")
  log({
    lvl: "info",
    msg: "started tunnel",
    obj: "tunnels",
    name: "command_line",
    addr: target,
    url: `https://${domain}`,
  });
forward(target, ["X-Forwarded-For", "203.0.113.9", "X-Forwarded-Host", domain, "X-Forwarded-Proto", "https"]);
process.on("SIGTERM", () => process.exit(0));
