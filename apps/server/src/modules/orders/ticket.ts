/** What lets a signed request in once: its nonce, and how many requests its signer has made in this minute. */
export interface Ticket {
  readonly counterId: bigint;
  readonly nonce: string;
  readonly perMinute: number;
}

export type Verdict = 'ok' | 'nonce_reused' | 'rate_limited';

/** A ticket that does not let in: there is no order. */
export class TicketRefused extends Error {
  override readonly name = 'TicketRefused';
  readonly verdict: Exclude<Verdict, 'ok'>;

  constructor(verdict: Exclude<Verdict, 'ok'>) {
    super(verdict);
    this.verdict = verdict;
  }
}
