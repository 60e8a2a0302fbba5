// What smee.io does for smee-client, and the target that the client delivers to.
import { createServer } from "node:http";

/** Answers that wait for their delivery to come through, by the number it carries. */
const waiting = new Map();
let listener = null;
let number = 0;
let recorded = 0;

const server = createServer((request, response) => {
  if (request.url === "/channel") {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write("event: ready\ndata: {}\n\n");
    listener = response;
    return;
  }
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (request.url === "/target") {
      recorded += 1;
      response.writeHead(200, { "Content-Length": 0 }).end();
      const sender = waiting.get(request.headers["x-number"]);
      waiting.delete(request.headers["x-number"]);
      sender?.writeHead(200, { "Content-Length": 0 }).end();
      return;
    }
    number += 1;
    waiting.set(String(number), response);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const headers = { "content-type": request.headers["content-type"], "x-number": String(number) };
    listener?.write(
      `id: ${number}\ndata: ${JSON.stringify({ ...headers, body, query: {}, timestamp: Date.now() })}\n\n`,
    );
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ url: `http://127.0.0.1:${server.address().port}` }));
process.on("message", () => process.send?.({ recorded, processor: null }));
process.on("disconnect", () => process.exit(0));
