import { setChannelState } from '@suanpan/contract/endpoints/channel-state';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { directionInTree } from './checks.queries.ts';
import { routeOf } from '../merchants/merchants.present.ts';
import { changeState } from './state.store.ts';

const rightsOn = ['collectionMethod.customers.update', 'paymentMethod.customers.update'] as const;

/** A person takes a channel out of use, or back into it. */
export function bindChannelState(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { setChannelState },
    {
      /**
       * Refuses `forbidden` for whoever changes no channels of this direction, `notFound` for a channel of another tree, and
       * `invalidState` where it stands so already.
       */
      async setChannelState(context, { id, reason, state }) {
        const { permissions, scope } = context.actor;
        if (!rightsOn.some((right) => permissions.has(right))) throw new Refusal('forbidden');
        const direction = isId(id) ? await directionInTree(db.app, scope, BigInt(id)) : undefined;
        if (direction === undefined) throw new Refusal('notFound');
        if (!permissions.has(`${routeOf[direction]}.update`)) throw new Refusal('forbidden');
        const isChanged = await transact(db.app, (tx) =>
          changeState(tx, { channelId: BigInt(id), state, reason, by: context }),
        );
        if (!isChanged) throw new Refusal('invalidState');
        return { state };
      },
    },
  );
}
