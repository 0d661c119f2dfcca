import type { WithdrawConfigRow, WithdrawRuleRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ConfiguredRule, ListedRule } from './rules.queries.ts';
import type { OpenWindow } from './rule.ts';

const windowsOf = (windows: readonly OpenWindow[]) =>
  windows.map(({ days, from, to }) => ({ days: [...days], from, to }));

export function presentRule(row: ListedRule, { permissions, scope }: Actor): WithdrawRuleRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  const orNone = (minor: bigint | null): string | null => (minor === null ? null : money(minor));
  const { own, effective } = row;
  const isSet = row.version > 0;
  return {
    user: { id: String(row.user_id), name: row.user_name },
    role: row.role,
    currency: row.currency,
    own: {
      min: orNone(own.min_amount),
      max: orNone(own.max_amount),
      daily_amount: orNone(own.daily_amount),
      daily_count: own.daily_count,
      per_card_daily: orNone(own.per_card_daily),
      card_usage_limit: own.card_usage_limit,
      window: own.windows === null ? null : windowsOf(own.windows),
      holidays_closed: own.holidays_closed,
      auto_approve_max: orNone(own.auto_approve_max),
      settle_accounts_max: own.settle_accounts_max,
    },
    effective: {
      min: money(effective.min_amount),
      max: money(effective.max_amount),
      daily_amount: money(effective.daily_amount),
      daily_count: effective.daily_count,
      per_card_daily: money(effective.per_card_daily),
      card_usage_limit: effective.card_usage_limit,
      window: windowsOf(effective.windows),
      holidays_closed: effective.holidays_closed,
      auto_approve_max: money(effective.auto_approve_max),
      settle_accounts_max: effective.settle_accounts_max,
    },
    version: row.version,
    actions: [
      ...(!isSet && permissions.has('withdraws.setting.create') ? (['create'] as const) : []),
      ...(isSet && permissions.has('withdraws.setting.update') ? (['update'] as const) : []),
      ...(isSet && scope.kind === 'platform' && permissions.has('withdraws.setting.delete')
        ? (['delete'] as const)
        : []),
    ],
  };
}

export function presentConfiguration(row: ConfiguredRule): WithdrawConfigRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    role: row.role,
    currency: row.currency,
    min: money(row.min_amount),
    max: money(row.max_amount),
    daily_amount: money(row.daily_amount),
    daily_count: row.daily_count,
    per_card_daily: money(row.per_card_daily),
    card_usage_limit: row.card_usage_limit,
    window: windowsOf(row.windows),
    holidays_closed: row.holidays_closed,
    auto_approve_max: money(row.auto_approve_max),
    settle_accounts_max: row.settle_accounts_max,
    account_rest_h: row.account_rest_h,
    rate_lock_s: row.rate_lock_s,
    two_factor_required: true,
    version: row.version,
  };
}
