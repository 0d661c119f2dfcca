import { dailyReports, dailyReportVersions, monthlyReport } from '@suanpan/contract/endpoints/reports';
import { search, statistics } from '@suanpan/contract/endpoints/statistics';
import { workbench } from '@suanpan/contract/endpoints/workbench';
import { calendarDay, regionDayFromText, regionDayText } from '@suanpan/domain/region-day';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Module } from '../../platform/module.ts';
import { dailyReportWork, restateWork } from './daily/make-reports.ts';
import { readMonth } from './daily/monthly-report.ts';
import { readReports } from './daily/read-reports.ts';
import { presentVersions } from './daily/report.present.ts';
import { listVersions } from './daily/report.queries.ts';
import { bindDataScreens } from './data/data-screens.routes.ts';
import type { ReportsDeps } from './reports-deps.ts';
import { readStatistics } from './read-statistics.ts';
import { readWorkbench } from './read-workbench.ts';
import { searchEverything, tellKnown } from './search-everything.ts';

/** The landing page, the search box, the daily statistics and the data centre. */
export function openReports(deps: ReportsDeps): Module {
  return { bind: (app) => bindReports(app, deps), works: [dailyReportWork, restateWork] };
}

function bindReports(app: Http, deps: ReportsDeps): void {
  bindDataScreens(app, deps);
  bindEndpoints(
    app,
    { statistics, search, workbench, dailyReports, dailyReportVersions, monthlyReport },
    {
      statistics: ({ actor }, input) => readStatistics(deps, actor, input.currency ?? actor.currency),
      workbench: ({ actor, locale }, { kind }) => readWorkbench(deps, actor, locale, kind),
      monthlyReport: (context, input) => readMonth(deps.db, context, input),
      dailyReports: (context, input) => readReports(deps.db, context, input),
      dailyReportVersions: async ({ actor }, { day }) => ({
        items: presentVersions(
          (
            await deps.db.figures.read((figures) =>
              listVersions(figures, actor.scope, regionDayText(calendarDay(regionDayFromText(day)))),
            )
          ).value,
        ),
      }),
      search: async ({ actor, locale }, { q, known = [] }) => ({
        items: [
          ...(q === undefined ? [] : await searchEverything(deps.db, actor, locale, q)),
          ...(await tellKnown(deps.db, actor, locale, known)),
        ],
      }),
    },
  );
}
