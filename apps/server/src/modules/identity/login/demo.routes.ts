import { demoAccounts, demoLogin } from '@suanpan/contract/endpoints/demo';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { browserHashOf } from '../../sessions/index.ts';
import type { Door } from '../door.ts';
import { browserHistory, findUserByName } from '../credentials/login.queries.ts';
import { listDemoAccounts } from '../self/self.queries.ts';
import { lockUnchanged, openSession, presentSignIn } from './sign-in.ts';
import type { Knock } from './sign-in.ts';

/** One click into an account that the demo made, and into no other. Elsewhere there are no such routes. */
export function bindDemo(app: Http, door: Door, isDemo: boolean): void {
  if (!isDemo) return;
  bindEndpoints(
    app,
    { demoAccounts, demoLogin },
    {
      demoAccounts: async () => {
        const rows = await listDemoAccounts(door.db);
        return rows.map(({ kind, username, name, fresh }) => ({ role: kind, username, name, fresh }));
      },
      demoLogin: async (context, { username }) => {
        const user = await findUserByName(door.db, username);
        if (user === undefined || !user.is_demo || user.status !== 'active') throw new Refusal('notFound');
        const browserHash = browserHashOf(context);
        const history = await browserHistory(door.db, browserHash ?? '', username);
        const knownBrowserHash = history.user ? browserHash : undefined;
        const knock: Knock = {
          context,
          username,
          knownBrowserHash,
          isKnownBrowser: history.anybody,
          counters: [],
        };
        const opened = await transact(door.db, async (tx) => {
          const now = await lockUnchanged(tx, user);
          const secondFactor = now.totp_bound_at !== null;
          return {
            secondFactor,
            ...(await openSession(tx, knock, now, { secondFactor, clears: [], outcome: 'demo' })),
          };
        });
        return presentSignIn(door.db, user, opened, opened.secondFactor);
      },
    },
  );
}
