import * as contract from '@suanpan/contract/endpoints/user-acts';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { getRow } from './list/get-row.ts';
import { callerOf } from './find/caller.ts';
import { changeAgent as moveToAgent } from './status/change-agent.ts';
import { changeStatus } from './status/change-status.ts';
import { editUser as edit } from './profile/edit-user.ts';
import { removeSub } from './status/remove-sub.ts';
import {
  makePasswordLink as makeLink,
  resetPaymentPassword as resetPayment,
} from './security/reset-passwords.ts';
import { setIpWhitelist as setList } from './security/set-ip-whitelist.ts';

/** What is done to a user. Each act is one transaction, and answers the row as it stands then. */
export function bindActs(app: Http, db: Database, publicUrl: string): void {
  async function answerRow(context: RequestContext, act: (tx: Tx) => Promise<bigint>): Promise<UserRow> {
    const id = await transact(db.app, act);
    return getRow(db, context, await callerOf(db.app, context.actor), id);
  }
  const { editUser, makePasswordLink, resetPaymentPassword } = contract;
  const { setIpWhitelist, changeUserStatus, changeAgent, removeSubAccount } = contract;
  bindEndpoints(
    app,
    {
      editUser,
      makePasswordLink,
      resetPaymentPassword,
      setIpWhitelist,
      changeUserStatus,
      changeAgent,
      removeSubAccount,
    },
    {
      editUser: (context, input) => answerRow(context, (tx) => edit(tx, context, input)),
      makePasswordLink: (context, { id }) => transact(db.app, (tx) => makeLink(tx, context, publicUrl, id)),
      async resetPaymentPassword(context, input) {
        await transact(db.app, (tx) => resetPayment(tx, context, input));
        return {};
      },
      setIpWhitelist: (context, input) => transact(db.app, (tx) => setList(tx, context, input)),
      changeUserStatus: (context, input) => answerRow(context, (tx) => changeStatus(tx, context, input)),
      changeAgent: (context, input) => answerRow(context, (tx) => moveToAgent(tx, context, input)),
      async removeSubAccount(context, input) {
        await transact(db.app, (tx) => removeSub(tx, context, input));
        return {};
      },
    },
  );
}
