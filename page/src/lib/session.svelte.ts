/** Who we are to the server: a name for this tab, and the token where one is needed. Kept until the tab closes. */

const CLIENT = "qbcoach-client";
const TOKEN = "qbcoach-token";

function remembered(key: string, make: () => string): string {
  const known = sessionStorage.getItem(key);
  if (known !== null) return known;
  const made = make();
  sessionStorage.setItem(key, made);
  return made;
}

/** Random letters; also where the page is not served securely and `randomUUID` is missing. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Session {
  readonly client = remembered(CLIENT, randomName);
  token = $state(sessionStorage.getItem(TOKEN) ?? "");
  /** The server demands a token that we do not have. */
  asked = $state(false);
  /** The token that was entered is not the server's. */
  wrong = $state(false);

  get headers(): Record<string, string> {
    const headers: Record<string, string> = { "QBCoach-Client": this.client };
    if (this.authorization) headers["Authorization"] = this.authorization;
    return headers;
  }

  private get authorization(): string | null {
    return this.token ? `Bearer ${this.token}` : null;
  }

  /** A request was refused that carried this; one that was sent before the token was entered says nothing of it. */
  refused(authorization: string | null): void {
    if (authorization !== this.authorization) return;
    if (this.token) this.wrong = true;
    this.token = "";
    sessionStorage.removeItem(TOKEN);
    this.asked = true;
  }

  enter(token: string): void {
    const entered = token.trim();
    this.wrong = !/^[\x21-\x7e]+$/.test(entered); // no other letters can stand in a header
    if (this.wrong) return;
    this.token = entered;
    sessionStorage.setItem(TOKEN, this.token);
    this.asked = false;
  }
}

export const session = new Session();
