import type { Module } from '../../platform/module.ts';
import { bindWithdrawAccounts } from './accounts/accounts.routes.ts';
import { bindApplication } from './apply/apply.routes.ts';
import { bindDecisions } from './decide/decide.routes.ts';
import { endOverdue } from './decide/end-overdue.ts';
import { bindWithdrawFees } from './fees/fees.routes.ts';
import { bindWithdrawalList } from './read/list.routes.ts';
import { bindWithdrawRules } from './rules/rules.routes.ts';
import type { WithdrawalsDeps } from './withdrawals-deps.ts';

export function openWithdrawals(deps: WithdrawalsDeps): Module {
  return {
    bind(app) {
      bindWithdrawAccounts(app, deps);
      bindApplication(app, deps);
      bindWithdrawalList(app, deps.db);
      bindDecisions(app, deps);
      bindWithdrawRules(app, deps);
      bindWithdrawFees(app, deps);
    },
    sweep: () => endOverdue(deps.db),
  };
}
