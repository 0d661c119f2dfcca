import type { Module } from '../../platform/module.ts';
import { bindDrawings } from './drawing/drawings.routes.ts';
import { bindExchanges } from './exchange/exchanges.routes.ts';
import { foldIncome } from './fold-income.store.ts';
import type { IncomeDeps } from './income-deps.ts';
import { bindIncome } from './income.routes.ts';
import { collectWork } from './system-fee/collect-monthly.ts';

export function openIncome(deps: IncomeDeps): Module {
  return {
    bind(app) {
      bindIncome(app, deps);
      bindDrawings(app, deps);
      bindExchanges(app, deps);
    },
    works: [collectWork(deps)],
    sweep: () => foldIncome(deps.db.workers),
  };
}
