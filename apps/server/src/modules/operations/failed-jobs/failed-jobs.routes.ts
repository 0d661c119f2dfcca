import { failedJobs, discardFailedJobs, retryFailedJobs } from '@suanpan/contract/endpoints/failed-jobs';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../../platform/db/database.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { KeyedContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { audit } from '../../audit/index.ts';
import { askedJobs, presentFailedJob } from './failed-jobs.present.ts';
import { countFailedJobs, listFailedJobs } from './failed-jobs.queries.ts';
import { discard, putBack } from './failed-jobs.store.ts';

/** News that nobody could be told of: seen, told again, or put away with a reason. Nothing is lost silently. */
export function bindFailedJobs(app: Http, db: Database): void {
  /** All of them or none: whoever saw a list that is old by now looks again. */
  const move = (
    context: KeyedContext,
    act: 'admin.failedQueue.retry' | 'admin.failedQueue.discard',
    ids: readonly string[],
    work: (tx: Tx, ids: readonly bigint[]) => ReturnType<typeof putBack>,
    reason?: string,
  ) =>
    context.once(async (tx) => {
      const wanted = new Set(ids);
      const moved = await work(tx, [...wanted].map(BigInt));
      if (moved.length < wanted.size) throw new Refusal('jobNotRetryable');
      for (const { id, kind, subject } of moved) {
        await audit(tx, context, {
          act,
          objectKind: 'failedJob',
          objectId: String(id),
          after: { subject, value: kind, ...(reason !== undefined && { note: reason }) },
        });
      }
      return {};
    });

  bindEndpoints(
    app,
    { failedJobs, retryFailedJobs, discardFailedJobs },
    {
      async failedJobs({ actor }, input) {
        const filter = askedJobs(input);
        const [rows, total] = await Promise.all([
          listFailedJobs(db.app, filter, page(input)),
          countFailedJobs(db.app, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentFailedJob(row, actor)),
          total,
          summary: {},
        });
      },
      retryFailedJobs: (context, { ids }) =>
        move(context, 'admin.failedQueue.retry', ids, (tx, wanted) => {
          afterCommit(tx, wakeRelays);
          return putBack(tx, wanted);
        }),
      discardFailedJobs: (context, { ids, reason }) =>
        move(
          context,
          'admin.failedQueue.discard',
          ids,
          (tx, wanted) => discard(tx, wanted, { userId: context.actor.userId, reason }),
          reason,
        ),
    },
  );
}
