import { createServer, request as forwardRequest, type RequestListener, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { openListener } from "../../../tests/hostile/open-listener.ts";
import { explainProof } from "../../shared/text/explain-proof.ts";
import { createNetwork } from "../network/index.ts";
import { createProofs } from "./proof.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return `http://127.0.0.1:${address.port}`;
}

async function open(totalMs = 5_000) {
  const network = createNetwork({ environment: {}, resolveProxy: async () => null });
  const proofs = createProofs({ network, now: () => Math.round(performance.now() * 1_000), totalMs });
  onTestFinished(() => proofs.close());
  const opened = await openListener({ intercept: proofs.intercept });
  return { ...opened, proofs };
}

/** A stand-in for a tunnel: hands a request on to the listener, and its answer back, each changed if wanted. */
function tunnel(
  port: number,
  path: (path: string) => string,
  back?: (response: ServerResponse) => void,
): RequestListener {
  return (request, response) => {
    const onward = forwardRequest(
      { port, host: "127.0.0.1", method: request.method, path: path(request.url ?? ""), headers: request.headers },
      (answer) => {
        if (back !== undefined) {
          answer.resume();
          back(response);
          return;
        }
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  };
}

describe("the proof of life", () => {
  it("arrives through a tunnel, is answered, and is on record as ours", async () => {
    const { proofs, port, journal, listener } = await open();
    const address = `${await serve(tunnel(port, (path) => path))}/webhooks?key=1`;
    const proof = await proofs.prove(address);
    expect(proof).toMatchObject({
      address,
      arrived: { path: "/webhooks?key=1", onPath: true },
      answer: { kind: "ours" },
    });
    expect(explainProof(proof, "/webhooks")).toMatchObject({
      state: "fine",
      sentence: expect.stringMatching(/^On .* at \d\d:\d\d.* arrived here after/),
    });
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.summary).toMatchObject({ status: 200, onPurpose: { does: "proof" } });
    expect(listener.status().deliveries).toBe(0);
  });

  it("does not depend on the script: what is tested is the way", async () => {
    const { proofs, port, runScript } = await open();
    runScript({
      order: "sequence",
      steps: [{ does: "reset", delayMs: 0 }],
      per: "webhook",
      atEnd: "stay",
      scope: "all",
    });
    expect((await proofs.prove(`http://127.0.0.1:${port}/webhooks`)).answer.kind).toBe("ours");
  });

  it("tells when it arrives on another path, and when the answer is lost on the way back", async () => {
    const { proofs, port } = await open();
    const elsewhere = await proofs.prove(`${await serve(tunnel(port, () => "/other"))}/webhooks`);
    expect(explainProof(elsewhere, "/webhooks")).toMatchObject({
      state: "problem",
      sentence: expect.stringContaining("on /other"),
      nextStep: expect.stringContaining("A proxy or tunnel in between makes /other of /webhooks."),
    });
    expect(explainProof(elsewhere, "/webhooks").addressToSet).toBeUndefined();
    // A webhook there would not be taken, and nor is the test.
    expect(elsewhere.answer).toMatchObject({ kind: "other", status: 404 });
    const wrong = await proofs.prove(`http://127.0.0.1:${port}/other`);
    const right = `http://127.0.0.1:${port}/webhooks`;
    expect(explainProof(wrong, "/webhooks")).toMatchObject({
      nextStep: expect.stringContaining(right),
      addressToSet: right,
    });
    const lost = await proofs.prove(
      `${await serve(
        tunnel(
          port,
          (path) => path,
          (response) => response.writeHead(500).end("broken"),
        ),
      )}/webhooks`,
    );
    expect(lost).toMatchObject({ arrived: { onPath: true }, answer: { kind: "other", status: 500 } });
    expect(explainProof(lost, "/webhooks")).toMatchObject({
      state: "problem",
      sentence: expect.stringContaining("does not come back: what came back is 500"),
    });
  });

  const html =
    (status: number, text: string): RequestListener =>
    (_, response) =>
      response.writeHead(status, { "content-type": "text/html" }).end(text);

  test.each<[string, RequestListener, RegExp]>([
    [
      "a warning page",
      html(200, "<html><body>You are about to visit x, served by …</body></html>"),
      /warning page \(200\)/,
    ],
    [
      "another server's page",
      html(200, "<!doctype html><title>Hello</title>"),
      /A web page answers at this address \(200\)/,
    ],
    [
      "an address that is nobody's any more",
      html(404, "<html>Tunnel not found</html>"),
      /A web page answers .* \(404\)/,
    ],
    [
      "a tunnel without anybody behind it",
      (_, response) => response.writeHead(502).end("bad gateway"),
      /finds nobody behind it/,
    ],
    [
      "a redirect",
      (_, response) => response.writeHead(308, { location: "https://x.example/webhooks" }).end(),
      /points elsewhere \(308\), to https:\/\/x\.example\/webhooks/,
    ],
    [
      "something else",
      (_, response) => response.writeHead(200).end("ok"),
      /Something else answers at this address \(200\)/,
    ],
    ["a connection that breaks", (_, response) => response.destroy(), /connection broke off/i],
  ])("tells %s apart", async (_, answer, sentence) => {
    const { proofs, journal } = await open();
    const proof = await proofs.prove(`${await serve(answer)}/webhooks`);
    expect(proof.arrived).toBeNull();
    const found = explainProof(proof, "/webhooks");
    expect(found.state).toBe("problem");
    expect(found.sentence).toMatch(sentence);
    expect(found.nextStep).not.toBe("");
    expect(journal.deliveries()).toEqual([]);
  });

  const nextStepAfter = (host: string) =>
    explainProof(
      {
        address: `http://${host}:8788/webhooks`,
        at: 1,
        arrived: null,
        answer: { kind: "none", outcome: { code: "refused", host, port: "8788" } },
      },
      "/webhooks",
    ).nextStep;

  it("tells a closed port, an unknown name, a missing TLS and a silent server apart", async () => {
    const { proofs, port } = await open();
    const sentences: string[] = [];
    const silent = await serve(() => {});
    const shortly = { recorded: true, totalMs: 400, signal: new AbortController().signal };
    for (const [address, how] of [
      ["http://127.0.0.1:1/webhooks"],
      ["https://nobody.invalid/webhooks"],
      [`https://127.0.0.1:${port}/webhooks`],
      [`${silent}/webhooks`, shortly],
    ] as const)
      sentences.push(explainProof(await proofs.prove(address, how), "/webhooks").sentence);
    expect(sentences[0]).toMatch(/Nothing listens there.*port 1/);
    // What to do names the port: in the list of causes nothing beside it says which one is meant.
    expect(nextStepAfter("127.0.0.1")).toContain("have the listener use port 8788.");
    expect(nextStepAfter("hooks.example")).toContain("start what is to lead from hooks.example to it");
    expect(sentences[1]).toMatch(/no address for nobody\.invalid|No connection in time/);
    expect(sentences[2]).toMatch(/No secure connection/);
    expect(sentences[3]).toMatch(/No answer in time/);
  });

  it("takes nobody else's request for its own: not with a made-up token, and not with a used one", async () => {
    const { proofs, port } = await open();
    let token = "";
    const listening = tunnel(port, (path) => path);
    const address = await serve((request, response) => {
      token = String(request.headers["linkdesk-proof"]);
      listening(request, response);
    });
    expect((await proofs.prove(`${address}/webhooks`)).answer.kind).toBe("ours");
    const seen = (value: string) => ({ target: "/", onPath: true, headers: [["Linkdesk-Proof", value] as const] });
    expect(token.length).toBeGreaterThan(20);
    expect(proofs.intercept(seen(token))).toBeNull();
    expect(proofs.intercept(seen("x"))).toBeNull();
  });
});
