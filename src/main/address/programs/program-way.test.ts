import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type OpenAddressOptions, openAddress } from "../../../../tests/support/public-address.ts";
import { installStandIn, isAlive, untilGone } from "../../../../tests/support/tunnel-programs.ts";
import { until } from "../../../../tests/support/until.ts";
import { type AddressSettings, DEFAULT_ADDRESS_SETTINGS, type TunnelProgram } from "../../../shared/address.ts";
import { createNetwork } from "../../network/index.ts";
import { openWay } from "../index.ts";
import { behindShim, findProgram } from "./find-program.ts";
import { askLocal, parsedJson } from "./local-api.ts";

/** A public address by a stand-in; its public name is led to where the stand-in takes requests. */
async function openBy(name: TunnelProgram, changes: Partial<AddressSettings>, how = "", more: OpenAddressOptions = {}) {
  const program = installStandIn(name, how);
  const opened = await openAddress({
    ...more,
    openWay: (means) => openWay(means, program.find),
    reachedAt: (url) => `http://127.0.0.1:${program.publicPort}${new URL(url).pathname}`,
  });
  await opened.address.start({ ...DEFAULT_ADDRESS_SETTINGS, ...changes }, true);
  return { ...opened, program };
}

describe.skipIf(process.platform === "win32")("a tunnel by a program", () => {
  it("cloudflared, a quick tunnel: arguments, address, readiness, what it adds, and its end", async () => {
    const { address, reaches, program, journal } = await openBy("cloudflared", { way: "cloudflared" });
    expect((await reaches("ready")).url).toBe("https://quiet-river.trycloudflare.com/webhooks");
    const { args, token } = program.started();
    expect(args.slice(0, 3)).toEqual(["tunnel", "--no-autoupdate", "--config"]);
    expect(args).toEqual(expect.arrayContaining(["--metrics", "--url"]));
    expect(token).toBeNull();
    const answer = await fetch(`http://127.0.0.1:${program.publicPort}/webhooks`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(200);
    const [delivery] = await journal.untilEnded(1);
    expect(delivery?.event.request.through).toEqual({ way: "cloudflared", peer: null });
    expect(delivery?.event.request.headers).toContainEqual(["Cf-Connecting-Ip", "203.0.113.7"]);
    expect((await fetch(`http://127.0.0.1:${program.publicPort}/.git/config`)).status).toBe(404);
    expect(address.said().length).toBeLessThanOrEqual(200);
    const pid = program.pid();
    await address.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("cloudflared, a tunnel of the user's own: the token is in the environment and nowhere else", async () => {
    const named = { way: "cloudflared-named", cloudflared: { hostname: "hooks.example.com" } } as const;
    const { address, program, told } = await openBy("cloudflared", named, "", {
      secrets: { "cloudflared-token": "good" },
    });
    await until(() => told.some(({ state }) => state.name === "starting" && state.waitingFor === "proof"));
    expect(program.started()).toMatchObject({ token: "good", args: expect.not.arrayContaining(["good"]) });
    expect(program.started().args.at(-1)).toBe("run");
    await address.stop();
  });

  it.each(["", "silent"])("ngrok: the address from its log, or from its page (%j)", async (how) => {
    const ngrok = { domain: "https://mild-fox.ngrok-free.app/" };
    const { reaches, program, address } = await openBy("ngrok", { way: "ngrok", ngrok }, how, {
      secrets: { "ngrok-token": "secret" },
    });
    expect((await reaches("ready")).url).toBe("https://mild-fox.ngrok-free.app/webhooks");
    expect(program.started()).toMatchObject({
      token: "secret",
      args: expect.arrayContaining(["--domain=mild-fox.ngrok-free.app"]),
    });
    await address.stop();
  });

  it("is started again when it is killed, and the listener goes on", async () => {
    const { reaches, program, listener } = await openBy("cloudflared", { way: "cloudflared" });
    await reaches("ready");
    const first = program.pid();
    process.kill(first, "SIGKILL");
    await reaches("reconnecting");
    expect(listener.status().state).toBe("listening");
    await reaches("ready");
    expect(program.pid()).not.toBe(first);
  });

  it("is no orphan: it ends with us when we are killed", async () => {
    const child = new URL("./child.ts", import.meta.url).href;
    const code = `
      const { startChild } = await import(${JSON.stringify(child)});
      startChild({
        program: process.execPath,
        args: ["-e", "process.on('SIGTERM', () => {}); console.log('pid ' + process.pid); setInterval(() => {}, 1000)"],
        environment: {}, onText: (text) => process.stdout.write(text), onEnd: () => {},
      });
      setInterval(() => {}, 1000);`;
    const parent: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    let said = "";
    parent.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => /pid \d+/.test(said));
    const pid = Number(/pid (\d+)/.exec(said)?.[1]);
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    // Deaf to the request to end, it is ended by force.
    await untilGone(pid);
  });
});

describe("a program", () => {
  it.each([
    ["an endless answer", "x".repeat(65_536), true],
    ["a long one", `{"tunnels":[],"more":"${"x".repeat(300_000)}"}`, false],
  ])("reads no more of a program's page than is bounded: %s", async (_, text, isEndless) => {
    let written = 0;
    const server = createServer((_request, response) => {
      const go = (): void => {
        do written += text.length;
        while (response.write(text) && isEndless);
        if (!isEndless) response.end();
      };
      response.on("drain", () => isEndless && go()).on("error", () => {});
      go();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const place = server.address();
    if (place === null || typeof place === "string") throw new Error("No port.");
    const network = createNetwork({ environment: {}, resolveProxy: async () => null });
    const answer = await askLocal(network, `http://127.0.0.1:${place.port}/api`, new AbortController().signal);
    expect(answer?.text.length ?? 0).toBeLessThanOrEqual(262_144);
    expect(parsedJson(z.object({ tunnels: z.array(z.unknown()) }), answer?.text ?? "")).toBeNull();
    expect(written).toBeLessThan(20_000_000);
  });

  it("is looked for in folders that are named in full only", () => {
    expect(findProgram("ngrok", ".:bin:")).toBe(findProgram("ngrok", ""));
  });

  it("is looked for behind what Windows' installers put in its place, which would leave it running", () => {
    expect(behindShim("C:\\Users\\ada\\scoop\\shims", "ngrok")).toBe("C:\\Users\\ada\\scoop\\apps\\ngrok\\current");
    expect(behindShim("C:\\ProgramData\\chocolatey\\bin\\", "cloudflared")).toBe(
      "C:\\ProgramData\\chocolatey\\lib\\cloudflared\\tools",
    );
    expect(behindShim("C:\\Program Files\\ngrok", "ngrok")).toBeNull();
  });
});
