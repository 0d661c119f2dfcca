import type { OutputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { defaultSettleRule, mayComeSooner } from '@suanpan/domain/settlement';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { getRow } from '../list/get-row.ts';
import { callerOf } from '../find/caller.ts';
import { lockForAct } from '../find/get-user.ts';
import { createAccount } from './create-account.ts';
import type { Means, NewAccount } from './create-account.ts';
import { createParty } from './create-party.ts';

type Created = OutputOf<typeof contract.createCustomer>;

export function bindCreation(app: Http, db: Database, means: Means): void {
  async function answer(context: RequestContext, work: (tx: Tx) => Promise<NewAccount>): Promise<Created> {
    const { id, link } = await transact(db.app, work);
    const caller = await callerOf(db.app, context.actor);
    return { user: await getRow(db, context, caller, id), password_link: link };
  }
  const { createCustomer, createSubAgent, createMiddleman, createAgent, createSubAccount } = contract;
  bindEndpoints(
    app,
    { createCustomer, createSubAgent, createMiddleman, createAgent, createSubAccount },
    {
      createCustomer(context, { settle_rule, ...draft }) {
        // Whoever makes a merchant makes him alone; a second person agrees to what gives him his money sooner.
        if (mayComeSooner(defaultSettleRule, settle_rule)) {
          const says = translate(context.locale, 'users.edit.soonerAtCreation');
          throw new Refusal('invalidFields', { fields: { settle_rule: [says] } });
        }
        return answer(context, (tx) =>
          createParty(tx, means, context, { kind: 'customer', draft, columns: { settle_rule } }),
        );
      },
      createSubAgent: (context, draft) =>
        answer(context, (tx) => createParty(tx, means, context, { kind: 'subAgent', draft })),
      createMiddleman: (context, draft) =>
        answer(context, (tx) => createParty(tx, means, context, { kind: 'middleman', draft })),
      createAgent: (context, { system_fee_mode, ...draft }) =>
        answer(context, (tx) =>
          createParty(tx, means, context, { kind: 'agent', draft, columns: { system_fee_mode } }),
        ),
      createSubAccount: (context, { self, ...draft }) =>
        answer(context, async (tx) => {
          const ownerId = self === 'self' ? String((await callerOf(tx, context.actor)).ownerId) : self;
          const { user, right } = await lockForAct(tx, context.actor, ownerId, 'createSub');
          const kind = user.kind === 'customer' ? 'customerSub' : 'staffSub';
          return createAccount(tx, means, context, { draft, act: right, place: { kind, parentId: user.id } });
        }),
    },
  );
}
