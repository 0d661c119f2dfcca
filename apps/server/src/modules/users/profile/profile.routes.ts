import { editUser } from '@suanpan/contract/endpoints/user-acts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { CheckedDeps } from '../checked.ts';
import { callerOf } from '../find/caller.ts';
import { getRow } from '../list/get-row.ts';
import { editUser as edit } from './edit-user.ts';
import { settleSoonerAct } from './terms-act.ts';

/** What is known of a user and agreed with him. */
export function bindProfile(app: Http, { approvals, db }: CheckedDeps): void {
  const sooner = approvals.register(settleSoonerAct);
  bindEndpoints(
    app,
    { editUser },
    {
      async editUser(context, input) {
        const submitted = await edit({ approvals, db, sooner }, context, input);
        if (submitted.state === 'waiting') return submitted;
        const caller = await callerOf(db.app, context.actor);
        return { ...submitted, user: await getRow(db, context, caller, BigInt(input.id)) };
      },
    },
  );
}
