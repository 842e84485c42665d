/** The screen that the address names: `#/match/abc` is the screen "match" with the rest "abc". */

export interface Place {
  screen: string;
  rest: string;
}

function read(hash: string): Place {
  const [screen = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
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
