/**
 * The screen that the address names: `#/match/abc` is the screen "match" with the rest "abc". What does not begin with
 * `#/` is not for us, as `#token=…`.
 */

export interface Place {
  screen: string;
  rest: string;
}

function read(hash: string): Place {
  const [screen = "", ...rest] = hash.startsWith("#/") ? hash.slice(2).split("/") : [];
  return { screen: screen || "home", rest: rest.join("/") };
}

class Router {
  place = $state<Place>(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.place = read(location.hash);
    });
  }

  /** Address of a screen, for links. */
  href(screen: string, rest = ""): string {
    return rest ? `#/${screen}/${rest}` : `#/${screen}`;
  }

  go(screen: string, rest = ""): void {
    location.hash = this.href(screen, rest);
  }
}

export const router = new Router();
