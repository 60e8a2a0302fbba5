import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";

/** What arrived, as it stood on the wire. */
export interface ForeignRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  readonly bytes: Buffer;
}

export interface ForeignService {
  readonly origin: string;
  readonly requests: readonly ForeignRequest[];
  /** What the next requests are answered with; the default is the specified success. */
  answerWith(answer: ((response: ServerResponse, request: ForeignRequest) => void) | null): void;
  /** Posts a webhook as some other program would. Resolves with the status it got. */
  sendWebhook(url: string, body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<number>;
  close(): Promise<void>;
}

const LINK = `{"link":{"id":"L-1","user":{"name":"Wanjirũ Kamau","identifier":"wanjiru","identifier_type":"msisdn","email":"",
"reference":"U/1","created_at":"2024-02-29T23:59:59.000001Z","updated_at":null,"tier":9007199254740993123},
"peer":{"user":{"name":"Søren","identifier":"s@example.test","identifier_type":"email"},
"business":{"id":"B-1","name":"Kiosk & Söhne","logo":null,"logo_colour":"#12ab9f","identifier_type":"email","country":"KE"}},
"created_at":"2024-03-01T00:00:00.123456Z","updated_at":"2024-03-01T00:00:00.123456Z"}}`;

/**
 * A peer linking service that shares no line with Linkdesk's own sandbox: other header order, other spacing, other
 * identifier types, keys that the specification does not name. It asks for no key.
 */
export async function startForeignService(): Promise<ForeignService> {
  const requests: ForeignRequest[] = [];
  let answer: ((response: ServerResponse, request: ForeignRequest) => void) | null = null;
  // Room for a link ID of some length in the request line.
  const server = createServer({ maxHeaderSize: 1_048_576 }, (incoming, response) => {
    void readBody(incoming).then((bytes) => {
      const request = {
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        rawHeaders: incoming.rawHeaders,
        body: bytes.toString(),
        bytes,
      };
      requests.push(request);
      (answer ?? specified)(response, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    answerWith: (next) => {
      answer = next;
    },
    sendWebhook,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function specified(response: ServerResponse, { method, target }: ForeignRequest): void {
  response.setHeader("Content-Type", "application/json");
  if (method === "GET") response.end(LINK);
  else if (target.endsWith("/test/credit")) response.writeHead(201).end('{ "message" : "test complete" }');
  else response.end('{"message":"hook sent"}');
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendWebhook(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: "POST", headers: { "X-Hook-Sig": "t=1,v=abc", ...headers } },
      (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    request.once("error", reject).end(body);
  });
}
