import type { DueWork } from './due-work.ts';
import type { Http } from './http/create-http.ts';
import type { Queue } from './queue.ts';
import type { Subscription } from './outbox/relay.ts';

/** What every module opens to, beside what it offers to others; `compose.ts` puts them together. */
export interface Module {
  /** Opens its endpoints. */
  bind(app: Http): void;
  /** The news of others that it hears. */
  readonly subscriptions?: readonly Subscription[];
  /** What the business calendar asks of it. */
  readonly works?: readonly DueWork[];
  /** Where something waits in it. */
  readonly queues?: readonly Queue[];
  /** Forgets what is over. Each minute. */
  sweep?(): Promise<unknown>;
  /** Ends what goes on by itself, once no call comes any more. */
  stop?(): Promise<void> | void;
}
