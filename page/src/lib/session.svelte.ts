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

/** The token that the address brings along, as `#token=…`: it is taken out of the address, which others may see. */
function brought(): string | null {
  const found = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (found === undefined) return null;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
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
  /** Seconds for which the server looks at no token of ours, because too many were wrong. */
  wait = $state(0);
  /** The server has answered to this token; if it makes us wait now, somebody else has guessed. */
  private proven = false;

  constructor() {
    this.take();
    addEventListener("hashchange", () => {
      this.take();
    });
  }

  private take(): void {
    const token = brought();
    if (token !== null) this.enter(token);
  }

  get headers(): Record<string, string> {
    const headers: Record<string, string> = { "QBCoach-Client": this.client };
    if (this.authorization) headers["Authorization"] = this.authorization;
    return headers;
  }

  private get authorization(): string | null {
    return this.token ? `Bearer ${this.token}` : null;
  }

  /** What became of a request that carried this; one that was sent before the token was entered says nothing of it. */
  heard(authorization: string | null, response: Response): void {
    if (authorization !== this.authorization) return;
    const isAboutToken = response.headers.has("WWW-Authenticate");
    if (response.status === 401) this.refused();
    else if (response.status === 429 && isAboutToken && !this.proven) {
      this.wrong = false;
      this.wait = Number(response.headers.get("Retry-After")) || 1;
      this.asked = true;
    } else if (response.ok) this.proven = true;
  }

  private refused(): void {
    if (this.token) this.wrong = true;
    this.wait = 0;
    this.token = "";
    sessionStorage.removeItem(TOKEN);
    this.asked = true;
  }

  enter(token: string): void {
    const entered = token.trim();
    this.wrong = !/^[\x21-\x7e]+$/.test(entered); // no other letters can stand in a header
    if (this.wrong) return;
    this.wait = 0;
    this.proven = false;
    this.token = entered;
    sessionStorage.setItem(TOKEN, this.token);
    this.asked = false;
  }
}

export const session = new Session();
