import { until } from './until.ts';
import type { Patience } from './until.ts';

export type EchoMode = 'ok' | '500' | 'slow' | 'wrong_body' | '302' | '410' | 'flaky';

/** A callback as the echo shop received and judged it. */
export interface EchoEvent {
  readonly id: string;
  readonly shop: string;
  readonly received_at: string;
  readonly form: 'v2' | 'v1' | 'unknown';
  readonly verified: boolean;
  readonly reason: string | null;
  /** The webhook-id: the same on every attempt. */
  readonly event_id: string;
  readonly attempt: number;
  readonly type: string | null;
  readonly order_no: string | null;
  readonly status: string | null;
  readonly mode: EchoMode;
  readonly answered: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The merchants' own server as the demo runs it: what it received, and how it answers. */
export class EchoShop {
  readonly #url: string;

  constructor(url: string) {
    this.#url = `${url}/echo-shop`;
  }

  /** What was received of an order, oldest first. */
  async eventsOf(orderNo: string): Promise<EchoEvent[]> {
    return this.#list(new URLSearchParams({ order_no: orderNo, limit: '1000' }));
  }

  /** What a shop received after the event named (`0`: from the first), oldest first, at most a thousand. */
  async eventsAfter(shop: string, after: string): Promise<EchoEvent[]> {
    return this.#list(new URLSearchParams({ shop, after, limit: '1000' }));
  }

  async #list(query: URLSearchParams): Promise<EchoEvent[]> {
    const answer = await fetch(`${this.#url}/events?${query}`, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`The echo shop answered ${answer.status}`);
    const { events } = (await answer.json()) as { events: EchoEvent[] };
    return events.toReversed();
  }

  async behave(shop: string, mode: EchoMode, n = 3): Promise<void> {
    const answer = await fetch(`${this.#url}/hooks/${shop}/mode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, n }),
    });
    if (!answer.ok) throw new Error(`The echo shop answered ${answer.status}: ${await answer.text()}`);
  }

  /** Waits until the shop has accepted an event of this type about the order. */
  accepted(orderNo: string, type: string, patience?: Patience): Promise<EchoEvent> {
    return until(
      `the shop accepted ${type} of ${orderNo}`,
      async () => (await this.eventsOf(orderNo)).find((event) => event.type === type && event.answered < 300),
      patience,
    );
  }
}

/** The types of the distinct events of a list, in the order in which they first arrived. */
export function typesOf(events: readonly EchoEvent[]): (string | null)[] {
  const first = new Map(events.toReversed().map((event) => [event.event_id, event]));
  return events.filter((event) => first.get(event.event_id) === event).map((event) => event.type);
}
