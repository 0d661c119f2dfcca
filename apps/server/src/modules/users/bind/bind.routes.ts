import {
  bindCandidates,
  bindCustomer as bindOne,
  subAgents,
  unbindCustomer,
} from '@suanpan/contract/endpoints/binding';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { formatRate, parseRate } from '@suanpan/money/rate';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { getUser } from '../find/get-user.ts';
import { requireAct } from '../find/may-act.ts';
import { bindCustomer } from './bind-customer.ts';
import { boundRates, listCandidates, listSubAgents } from './bind.queries.ts';
import type { BoundRate, CandidateRow } from './bind.queries.ts';

export function bindBinding(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { bindCandidates, subAgents, bindOne, unbindCustomer },
    {
      async bindCandidates({ actor }, { id, kind }) {
        const { caller, user } = await getUser(db.app, actor, id);
        if (user.kind !== 'customer' || user.agent_id === null) throw new Refusal('notFound');
        requireAct(caller, user, kind === 'subAgent' ? 'bind' : 'bindMiddleman');
        const bound = kind === 'subAgent' ? user.sub_agent_id : user.middleman_id;
        const [candidates, rates] = await Promise.all([
          listCandidates(db.app, user.agent_id, kind),
          boundRates(db.app, user.id, kind),
        ]);
        return candidates.map((row) => ({
          ...presentCandidate(row, row.id === bound),
          rates: row.id === bound ? rates.map(presentBoundRate) : [],
        }));
      },
      async subAgents({ actor }) {
        const isProxy = actor.scope.kind === 'platform' || actor.scope.kind === 'agent';
        const rows = isProxy ? await listSubAgents(db.app, actor.scope) : [];
        return rows.map((row) => presentCandidate(row, row.merchants > 0n));
      },
      async bindOne(context, { id, kind, user_id }) {
        await transact(db.app, (tx) => bindCustomer(tx, context, { id, kind, partnerId: BigInt(user_id) }));
        return {};
      },
      async unbindCustomer(context, { id, kind }) {
        await transact(db.app, (tx) => bindCustomer(tx, context, { id, kind, partnerId: null }));
        return {};
      },
    },
  );
}

const presentCandidate = ({ id, name, username, merchants }: CandidateRow, bound: boolean) => ({
  id: String(id),
  name,
  username,
  bound,
  merchants: countOf(merchants),
});

const presentBoundRate = (rate: BoundRate) => ({
  channel_id: String(rate.channel_id),
  channel: rate.channel,
  pct: formatRate(parseRate(rate.pct)),
  per_item: formatLedger(rate.per_item, rate.currency),
  currency: rate.currency,
});
