import { search, statistics } from '@suanpan/contract/endpoints/statistics';
import { workbench } from '@suanpan/contract/endpoints/workbench';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Module } from '../../platform/module.ts';
import { bindDataScreens } from './data/data-screens.routes.ts';
import type { ReportsDeps } from './reports-deps.ts';
import { readStatistics } from './read-statistics.ts';
import { readWorkbench } from './read-workbench.ts';
import { searchEverything, tellKnown } from './search-everything.ts';

/** The landing page, the search box and the data centre. */
export function openReports(deps: ReportsDeps): Module {
  return { bind: (app) => bindReports(app, deps) };
}

function bindReports(app: Http, deps: ReportsDeps): void {
  bindDataScreens(app, deps);
  bindEndpoints(
    app,
    { statistics, search, workbench },
    {
      statistics: ({ actor }, input) => readStatistics(deps, actor, input.currency ?? actor.currency),
      workbench: ({ actor, locale }, { kind }) => readWorkbench(deps, actor, locale, kind),
      search: async ({ actor, locale }, { q, known = [] }) => ({
        items: [
          ...(q === undefined ? [] : await searchEverything(deps.db, actor, locale, q)),
          ...(await tellKnown(deps.db, actor, locale, known)),
        ],
      }),
    },
  );
}
