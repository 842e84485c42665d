/** The other end of the line: a test says how it answers, and which requests or answers get lost. */

import { vi } from "vitest";

export type Fate = "arrives" | "request lost" | "answer lost";
type Answering = (request: Request) => Response | Promise<Response>;

export class Server {
  /** Everything that the page sent, lost or not. */
  readonly sent: Request[] = [];
  /** What becomes of the next requests; those after them arrive. */
  fates: Fate[] = [];

  constructor(private readonly answer: Answering) {
    vi.mocked(fetch).mockImplementation((input, init) => this.take(new Request(input, init)));
  }

  /** A header of every request that was sent. */
  headers(name: string): (string | null)[] {
    return this.sent.map((request) => request.headers.get(name));
  }

  private async take(request: Request): Promise<Response> {
    this.sent.push(request);
    const fate = this.fates.shift() ?? "arrives";
    if (fate === "request lost") throw new TypeError("fetch failed");
    const answer = await this.answer(request.clone());
    if (fate === "answer lost") throw new TypeError("fetch failed");
    return answer;
  }
}

export function problem(status: number, detail?: string): Response {
  return Response.json({ detail }, { status });
}
