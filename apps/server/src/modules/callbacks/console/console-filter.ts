import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { callbacks } from '@suanpan/contract/endpoints/callbacks';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OrderBook } from '../told-orders.ts';
import type { CallbackFilter } from './console.queries.ts';

type Question = Omit<ParsedInputOf<typeof callbacks>, 'page' | 'paginate' | 'cursor'>;

/** What the console is asked, with a number looked up as what it may name. */
export async function callbackFilterOf(
  db: Kysely<Tables>,
  orders: OrderBook,
  scope: Scope,
  input: Question,
): Promise<CallbackFilter> {
  const {
    customer_id: customerId,
    from,
    given_up: givenUp,
    held,
    kind,
    no,
    result,
    status,
    to,
    type,
  } = input;
  return {
    ...(kind !== undefined && { kind }),
    ...(no && {
      named: {
        eventId: no,
        collection: await orders.collection.numbered(db, scope, no),
        payout: await orders.payout.numbered(db, scope, no),
      },
    }),
    ...(status !== undefined && { status }),
    ...(result !== undefined && { result }),
    ...(customerId !== undefined && { customerId: BigInt(customerId) }),
    ...(type !== undefined && { type }),
    ...(held !== undefined && { isHeld: true }),
    ...(givenUp !== undefined && { isGivenUp: true }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}
