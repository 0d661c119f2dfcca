import type { WallClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OrderBook } from './told-orders.ts';

/** What a command that makes an event due works with. */
export interface Sending {
  readonly db: Database;
  readonly clock: WallClock;
  readonly orders: OrderBook;
  /** Something became due: look now instead of within a second. */
  wake(): void;
}
