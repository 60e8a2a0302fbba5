// CommonJS: of what it exports Node finds some by name, and this not.
import ssh2, { type ConnectConfig } from "ssh2";
import type { AddressProblem, AddressSettings } from "../../../shared/address.ts";
import type { WayMeans } from "../way.ts";

type Login =
  | {
      readonly ok: true;
      readonly config: ConnectConfig;
      /** To a question that does not show what is typed; null: to questions there are no answers. */
      readonly hiddenAnswer: string | null;
    }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Where Windows' own agent listens. */
const WINDOWS_AGENT = "\\\\.\\pipe\\openssh-ssh-agent";

/** With what to log in. A service takes anybody; some want a password all the same, and any will do. */
export async function loginOf({ way, ssh }: AddressSettings, secret: WayMeans["secret"]): Promise<Login> {
  if (way !== "ssh")
    return entered({ password: "", tryKeyboard: true, authHandler: ["none", "password", "keyboard-interactive"] });
  switch (ssh.login) {
    case "agent": {
      const agent = process.env["SSH_AUTH_SOCK"] ?? (process.platform === "win32" ? WINDOWS_AGENT : undefined);
      if (agent === undefined || agent === "")
        return refused("No SSH agent runs for this user (SSH_AUTH_SOCK is not set).");
      return entered({ agent, authHandler: ["agent"] });
    }
    case "password": {
      const password = await secret("ssh-password");
      if (password === null) return refused("There is no password yet.");
      // Many servers take a password only as the answer to a question (PAM).
      return entered({ password, tryKeyboard: true, authHandler: ["password", "keyboard-interactive"] }, password);
    }
    case "key": {
      const privateKey = await secret("ssh-key");
      if (privateKey === null) return refused("There is no private key yet.");
      const passphrase = (await secret("ssh-passphrase")) ?? undefined;
      const parsed = ssh2.utils.parseKey(privateKey, passphrase);
      // The library's words are about the form, and quote nothing of the key.
      if (parsed instanceof Error)
        return refused(
          /passphrase|integrity|decrypt/i.test(parsed.message)
            ? "The private key takes another passphrase."
            : "This is not a private key that can be read here.",
        );
      return entered({ privateKey, ...(passphrase === undefined ? {} : { passphrase }), authHandler: ["publickey"] });
    }
  }
}

function entered(config: ConnectConfig, hiddenAnswer: string | null = null): Login {
  return { ok: true, config, hiddenAnswer };
}

function refused(detail: string): Login {
  return { ok: false, problem: { code: "login", detail } };
}
