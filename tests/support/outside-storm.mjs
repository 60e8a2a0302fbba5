// A storm from outside, in a process of its own: whoever tries every name at a public address, on many connections that
// stay, with bodies that nobody wants and heads that never end. It goes on until its time is over and it was answered so
// often as it is told. Prints how many were answered, by their status.
import { Agent, request } from "node:http";
import { connect } from "node:net";

const [url, forMs, atLeast] = [new URL(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const end = Date.now() + forMs;
const answered = {};
const isOver = () => Date.now() > end && Object.values(answered).reduce((sum, each) => sum + each, 0) >= atLeast;
let number = 0;

async function ask() {
  number += 1;
  const path = `/${["admin", ".env", "wp-login.php", "api/v1/sandbox", "assets/index.js"][number % 5]}?${number}`;
  await new Promise((resolve) => {
    const asked = request({ agent, host: url.hostname, port: url.port, method: "POST", path }, (answer) => {
      answered[answer.statusCode] = (answered[answer.statusCode] ?? 0) + 1;
      answer.resume().on("end", resolve).on("error", resolve);
    });
    asked.on("error", resolve).end(Buffer.alloc(number % 20 === 0 ? 200_000 : 20, 120));
  });
}

const slow = Array.from({ length: 100 }, () =>
  connect(Number(url.port), url.hostname)
    .on("error", () => {})
    .on("connect", function () {
      this.write("POST /webhooks HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    }),
);
await Promise.all(
  Array.from({ length: 24 }, async () => {
    while (!isOver()) await ask();
  }),
);
for (const socket of slow) socket.destroy();
agent.destroy();
console.log(JSON.stringify(answered));
