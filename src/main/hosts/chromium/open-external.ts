import { spawn } from "node:child_process";

/** The program of each system that opens an address in the user's browser; none of them is a shell. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an https address in the user's browser.
 *
 * @throws Error when the address is of another kind, or when there is no program to open it with
 */
export async function openExternal(url: string): Promise<void> {
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") throw new Error("Only https addresses are opened.");
  const [program, ...parameters] = OPENERS[process.platform] ?? ["xdg-open"];
  // The address as the parser writes it: no spaces and no quotes that a program could read otherwise.
  const child = spawn(program, [...parameters, new URL(url).href], { stdio: "ignore", detached: true });
  await new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.unref();
}
