import { changeAgent, changeUserStatus, removeSubAccount } from '@suanpan/contract/endpoints/user-acts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerRow } from '../answer-row.ts';
import { changeAgent as moveToAgent } from './change-agent.ts';
import { changeStatus } from './change-status.ts';
import { removeSub } from './remove-sub.ts';

/** Whether a user is there, and below whom. */
export function bindStatus(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { changeUserStatus, changeAgent, removeSubAccount },
    {
      changeUserStatus: (context, input) => answerRow(db, context, (tx) => changeStatus(tx, context, input)),
      changeAgent: (context, input) => answerRow(db, context, (tx) => moveToAgent(tx, context, input)),
      async removeSubAccount(context, input) {
        await transact(db.app, (tx) => removeSub(tx, context, input));
        return {};
      },
    },
  );
}
