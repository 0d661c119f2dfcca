import { broadcasts, countAudience, sendBroadcast } from '@suanpan/contract/endpoints/broadcasts';
import type { Database } from '../../../platform/db/database.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { countBroadcasts, countHearers, listBroadcasts } from './broadcasts.queries.ts';
import { readAudience, send } from './send-broadcast.ts';

/** Messages to many at once, and who has read them. */
export function bindBroadcasts(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { broadcasts, countAudience, sendBroadcast },
    {
      async broadcasts(_context, input) {
        const [rows, total] = await Promise.all([
          listBroadcasts(db.app, page(input)),
          countBroadcasts(db.app),
        ]);
        const items = rows.map(({ agent_id: agentId, agent_name: agentName, ...row }) => ({
          ...row,
          id: String(row.id),
          created_at: row.created_at.toISOString(),
          agent: agentId === null ? null : { id: String(agentId), name: agentName ?? '' },
        }));
        return answerPage(input, { items, total, summary: {} });
      },
      countAudience: async (context, input) => ({
        recipients: await countHearers(db.app, await readAudience(db, context, input)),
      }),
      sendBroadcast: (context, input) => send(db, context, input),
    },
  );
}
