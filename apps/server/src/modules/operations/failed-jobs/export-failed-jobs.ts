import { failedJobs } from '@suanpan/contract/endpoints/failed-jobs';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { askedJobs, presentFailedJob } from './failed-jobs.present.ts';
import { countFailedJobs, listFailedJobs } from './failed-jobs.queries.ts';

/** What failed for good as a file, without what was to be done. */
export const failedJobExport = exportList({
  kind: 'admin.failedQueue',
  filter: failedJobs.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  count: async ({ db }, asked) => countOf(await countFailedJobs(db.reports, askedJobs(asked))),
  async read({ actor, db, locale }, asked, { after, limit }) {
    const filter = { ...askedJobs(asked), ...(after !== null && { after }) };
    const rows = await listFailedJobs(db.reports, filter, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentFailedJob(row, actor);
        return {
          state: translate(locale, `callbacks.jobStates.${shown.state}`),
          job: shown.job,
          subject: shown.subject,
          error: shown.error,
          attempts: { count: shown.attempts },
          first_at: { at: shown.first_at },
          last_at: { at: shown.last_at },
          reason: shown.reason,
          operator: shown.operator,
        };
      },
      (row) => row.place,
    );
  },
});
