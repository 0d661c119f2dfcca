import * as contract from '@suanpan/contract/endpoints/user-acts';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { grantAct } from '../../access/index.ts';
import { findFor, prove } from '../checked.ts';
import type { CheckedDeps } from '../checked.ts';
import { callerOf } from '../find/caller.ts';
import { groupOf } from '../find/may-act.ts';
import { getRow } from '../list/get-row.ts';
import { confirmPersonAct } from './confirm-person.ts';
import { makePasswordLink as makeLink, resetPaymentPassword as resetPayment } from './reset-passwords.ts';
import { resetAct, resetActNames } from './reset-two-factor.ts';
import { grantActNames, setAccess as saveAccess } from './set-access.ts';
import { setIpWhitelist as setList } from './set-ip-whitelist.ts';

/** What guards a user: passwords, addresses, the second factor, his rights, who he is. */
export function bindSecurity(app: Http, deps: CheckedDeps & { readonly publicUrl: string }): void {
  const { db, approvals, publicUrl } = deps;
  const confirmation = approvals.register(confirmPersonAct);
  const resets = Object.fromEntries(
    [...new Set(Object.values(resetActNames))].map((name) => [name, approvals.register(resetAct(name))]),
  );
  const grants = {
    parties: approvals.register(grantAct(grantActNames.parties)),
    ownSubs: approvals.register(grantAct(grantActNames.ownSubs)),
    staffSubs: approvals.register(grantAct(grantActNames.staffSubs)),
    merchantSubs: approvals.register(grantAct(grantActNames.merchantSubs)),
  };
  const { makePasswordLink, resetPaymentPassword, setIpWhitelist } = contract;
  const { confirmPerson, resetUserTwoFactor, setAccess } = contract;
  bindEndpoints(
    app,
    {
      makePasswordLink,
      resetPaymentPassword,
      setIpWhitelist,
      confirmPerson,
      resetUserTwoFactor,
      setAccess,
    },
    {
      makePasswordLink: (context, { id }) => transact(db.app, (tx) => makeLink(tx, context, publicUrl, id)),
      async resetPaymentPassword(context, input) {
        await transact(db.app, (tx) => resetPayment(tx, context, input));
        return {};
      },
      setIpWhitelist: (context, input) => transact(db.app, (tx) => setList(tx, context, input)),
      async confirmPerson(context, input) {
        const { user } = await findFor(deps, context, input.id, 'confirmPerson');
        const payload = { user_id: String(user.id) };
        return approvals.submit(context, confirmation, payload, await prove(deps, context, input));
      },
      async resetUserTwoFactor(context, input) {
        const { caller, user } = await findFor(deps, context, input.id, 'resetTwoFactor');
        const act = resets[resetActNames[groupOf(caller, user)]];
        if (act === undefined) throw new Error('An act was not registered');
        const payload = { user_id: String(user.id) };
        return approvals.submit(context, act, payload, await prove(deps, context, input));
      },
      async setAccess(context, input) {
        const submitted = await saveAccess({ db, approvals, grants }, context, input);
        if (submitted.state === 'waiting') return submitted;
        const user = await getRow(db, context, await callerOf(db.app, context.actor), BigInt(input.id));
        return { ...submitted, user };
      },
    },
  );
}
