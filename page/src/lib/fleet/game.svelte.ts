/** One fleet game at the page: what is shown, the order being put together, and what happened since. */

import { Refusal } from "../api";
import { told as sentence } from "../matches/sentence";
import { calm, pause } from "../play/motion";
import { isOutdated } from "../play/once";
import { t } from "../strings";
import { fleetCalls, type FleetDocument, type FleetFrame, type FleetOrder, type FleetShip } from "./calls";
import { tileKey, type Square } from "./ground";

const FRAME_TIME = 700;
export const SPEEDS = { slow: 1500, normal: 600, fast: 120 };
export type Speed = keyof typeof SPEEDS;

export class FleetTable {
  game = $state.raw<FleetDocument>();
  /** What is played out right now stands here; otherwise the game's own frame is shown. */
  shown = $state.raw<FleetFrame>();
  told = $state.raw<FleetFrame[]>([]);
  orders = $state.raw<FleetOrder[]>([]);
  ship = $state<number | null>(null);
  to = $state<string | null>(null);
  order = $state.raw<FleetOrder | null>(null);
  busy = $state(false);
  problem = $state("");
  running = $state(false);
  speed = $state<Speed>("normal");
  private stop = new AbortController();

  readonly frame = $derived(this.shown ?? this.game?.frame);
  readonly players = $derived<Record<string, string>>(
    this.game ? { creator: this.game.creator, joiner: this.game.joiner } : {},
  );
  readonly mover = $derived(this.game && !this.game.over ? this.game.to_move : null);
  readonly yours = $derived(this.mover !== null && this.players[this.mover] === "person");
  readonly watched = $derived(Object.values(this.players).every((player) => player !== "person"));
  /** Ships that can be ordered now. */
  readonly crew = $derived(
    this.game?.frame.ships.filter((ship) => ship.side === this.mover && !ship.disabled && !ship.moved) ?? [],
  );
  readonly destinations = $derived([...new Set(this.orders.map((order) => this.place(order)))]);
  readonly reach = $derived(new Set(this.yours && this.to === null ? this.destinations : []));
  readonly actions = $derived(this.to === null ? [] : this.orders.filter((order) => this.place(order) === this.to));
  readonly targets = $derived(
    new Set(this.actions.flatMap((order) => (order.target === null ? [] : [this.standing(order.target)]))),
  );

  async open(id: string): Promise<void> {
    await this.run(async () => {
      this.leave();
      this.game = undefined;
      this.told = [];
      this.game = await fleetCalls.read(id);
      this.told = [this.game.frame];
    });
  }

  /** Show everything at once that is still to be played out. */
  skip(): void {
    this.stop.abort();
  }

  leave(): void {
    this.running = false;
    this.skip();
    this.forget();
  }

  forget(): void {
    this.ship = null;
    this.to = null;
    this.order = null;
    this.orders = [];
  }

  async chooseShip(id: number | null): Promise<void> {
    this.forget();
    const game = this.game;
    if (id === null || !game) return;
    this.ship = id;
    try {
      const orders = await fleetCalls.orders(game.id, id);
      if (this.ship === id) this.orders = orders.filter((order) => order.ship === id);
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  chooseTile(key: string | null): void {
    this.order = null;
    this.to = key;
  }

  pick(square: Square): void {
    if (!this.yours || this.busy) return;
    const shot = this.actions.find((order) => square.ship && order.target === square.ship.id);
    if (shot) this.order = shot;
    else if (this.to === null && this.reach.has(square.key)) this.chooseTile(square.key);
    else if (square.ship && this.crew.some((ship) => ship.id === square.ship?.id)) void this.chooseShip(square.ship.id);
    else this.chooseTile(null);
  }

  send(text: string): Promise<void> {
    return this.change((game) => fleetCalls.order(game, text));
  }

  undo(): Promise<void> {
    return this.change((game) => fleetCalls.undo(game));
  }

  step(): Promise<void> {
    return this.change((game) => fleetCalls.advance(game, 1));
  }

  async playOn(): Promise<void> {
    this.running = true;
    while (this.running && this.game && !this.game.over && !this.problem) {
      await this.step();
      await pause(SPEEDS[this.speed]);
    }
    this.running = false;
  }

  private place(order: FleetOrder): string {
    if (order.to) return tileKey(order.to[0] ?? 0, order.to[1] ?? 0);
    return this.standing(order.ship);
  }

  private standing(id: number | null): string {
    const ship: FleetShip | undefined = this.game?.frame.ships.find((one) => one.id === id);
    return ship ? tileKey(ship.row, ship.col) : "";
  }

  private async change(ask: (game: FleetDocument) => Promise<FleetDocument>): Promise<void> {
    const before = this.game;
    if (!before || this.busy) return;
    await this.run(async () => {
      const after = await ask(before).catch(async (error: unknown) => {
        if (!isOutdated(error)) throw error;
        this.forget();
        this.game = await fleetCalls.read(before.id);
        throw new Refusal(error.status, t.play.outdated);
      });
      if (this.game !== before) return;
      this.forget();
      await this.tell(before, after);
    });
  }

  /** The steps since, one after the other; the last is how the game stands. */
  private async tell(before: FleetDocument, after: FleetDocument): Promise<void> {
    const recent = after.recent.filter((frame) => frame.number > before.frame.number);
    const fresh = recent.length ? recent : [after.frame];
    this.stop = new AbortController();
    if (!calm()) {
      for (const [place, frame] of fresh.entries()) {
        if (this.stop.signal.aborted || place === fresh.length - 1) break;
        this.shown = frame;
        this.told = fresh.slice(0, place + 1);
        await pause(FRAME_TIME, this.stop.signal);
      }
    }
    this.shown = undefined;
    if (this.game !== before) return;
    this.told = fresh;
    this.game = after;
  }

  private async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = sentence(error);
      this.running = false;
    } finally {
      this.busy = false;
      this.shown = undefined;
    }
  }
}
