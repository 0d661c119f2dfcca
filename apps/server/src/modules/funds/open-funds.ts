import type { Module } from '../../platform/module.ts';
import { bindDeposits } from './deposit/deposits.routes.ts';
import type { FundsDeps } from './funds-deps.ts';
import { bindMoves } from './move/moves.routes.ts';
import { bindFundLists } from './read/funds.routes.ts';

export function openFunds(deps: FundsDeps): Module {
  return {
    bind(app) {
      bindMoves(app, deps);
      bindDeposits(app, deps);
      bindFundLists(app, deps.db);
    },
  };
}
