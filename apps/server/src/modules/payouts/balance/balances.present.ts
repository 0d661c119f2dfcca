import type { BalanceRow } from '@suanpan/contract/endpoints/payout-balances';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import { seesTheChain } from '../../orders/index.ts';
import type { AccountBalance } from './balances.queries.ts';

/** An account as this caller may see it: whoever only is paid for learns whether it can, and no figure. */
export function presentBalance(row: AccountBalance, { permissions, scope }: Actor): BalanceRow {
  const isAbove = seesTheChain(scope);
  const { balance, currency, low_water: lowWater, paid, prefunded } = row;
  const held = prefunded - paid;
  const say = (minor: bigint | null): string | null =>
    minor === null || !isAbove ? null : formatLedger(minor, currency);
  const may = (act: BalanceRow['actions'][number]): boolean =>
    isAbove && permissions.has(`payment.balance.${act}`) && (act !== 'prefund' || scope.kind === 'platform');
  return {
    id: String(row.id),
    channel_account: { id: String(row.id), name: row.name },
    agent: isAbove ? { id: String(row.agent_id), name: row.agent_name } : null,
    currency,
    ledger: say(held),
    provider: say(balance),
    difference: say(balance === null ? null : balance - held),
    low_water: say(lowWater),
    state: balance === null ? 'unknown' : lowWater !== null && balance < lowWater ? 'low' : 'ok',
    checked_at: row.balance_checked_at?.toISOString() ?? null,
    version: row.low_water_version,
    actions: (['refresh', 'update', 'prefund'] as const).filter(may),
  };
}
