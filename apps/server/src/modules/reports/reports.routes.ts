import { search, statistics } from '@suanpan/contract/endpoints/statistics';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Module } from '../../platform/module.ts';
import { readStatistics } from './read-statistics.ts';
import { searchEverything } from './search-everything.ts';

export interface ReportsDeps {
  readonly db: Database;
}

/** The landing page and the search box. */
export function openReports({ db }: ReportsDeps): Module {
  return { bind: (app) => bindReports(app, db) };
}

function bindReports(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { statistics, search },
    {
      statistics: ({ actor }, input) => readStatistics(db, actor, input.currency ?? actor.currency),
      search: async ({ actor, locale }, { q }) => ({ items: await searchEverything(db, actor, locale, q) }),
    },
  );
}
