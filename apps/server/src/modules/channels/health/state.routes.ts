import { setChannelState } from '@suanpan/contract/endpoints/channel-state';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { isChannelInTree } from './checks.queries.ts';
import { changeState } from './state.store.ts';

/** A person takes a channel out of use, or back into it. */
export function bindChannelState(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { setChannelState },
    {
      /** Refuses `notFound` for a channel of another tree and `invalidState` where it stands so already. */
      async setChannelState(context, { id, reason, state }) {
        const { scope } = context.actor;
        if (!isId(id) || !(await isChannelInTree(db.app, scope, BigInt(id)))) throw new Refusal('notFound');
        const isChanged = await transact(db.app, (tx) =>
          changeState(tx, { channelId: BigInt(id), state, reason, by: context }),
        );
        if (!isChanged) throw new Refusal('invalidState');
        return { state };
      },
    },
  );
}
