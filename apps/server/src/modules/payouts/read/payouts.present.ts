import type { PayoutListRow, payoutSummary } from '@suanpan/contract/endpoints/payouts';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { maskName } from '@suanpan/domain/names/mask';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { z } from 'zod';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { banksOf } from '../../settings/index.ts';
import type { ListedPayout, PayoutSum } from './search.queries.ts';

/** A row as this caller may see it. The only way out of the module. */
export function presentPayout(row: ListedPayout, actor: Actor, locale: Locale): PayoutListRow {
  const currency = row.currency as Currency;
  const isAbove = seesAgent(actor);
  return {
    id: String(row.id),
    merchant_order_no: row.merchant_order_no,
    order_no: row.order_no,
    account_name: isMasked(actor) ? maskName(row.account_name) : row.account_name,
    card_no: row.card_shown,
    bank_code: row.bank_code,
    bank_name: bankName(row.bank_code, locale),
    amount: formatLedger(row.amount, currency),
    fee: formatLedger(row.merchant_fee, currency),
    payer: isAbove ? row.account_label : null,
    status: row.status,
    callback_status: publicCallbackStatus(row.callback_status),
    reverse_status: row.reverse_status,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    customer: { id: String(row.customer_id), name: row.customer_name },
    agent: isAbove ? { id: String(row.agent_id), name: row.agent_name } : null,
    currency,
    channel: row.channel_name,
    channel_account:
      isAbove && row.channel_account_id !== null
        ? { id: String(row.channel_account_id), name: row.account_label ?? '' }
        : null,
    source: row.source,
    stage: row.stage,
    stage_since: row.stage_since?.toISOString() ?? null,
    wait_reason: row.wait_reason,
    failure: row.failure,
    provider_order_no: isAbove ? row.provider_order_no : null,
    check_result: row.check_result,
    is_test: row.is_test,
    actions: actionsOf(row, actor),
  };
}

function bankName(code: string, locale: Locale): string {
  const bank = banksOf('TW')?.find((each) => each.code === code);
  return (locale === 'en' ? bank?.nameEn : bank?.name) ?? code;
}

/** What the doors would take from this caller; whether it is his own submission is decided there. */
function actionsOf(row: ListedPayout, { permissions, scope }: Actor): string[] {
  const isDecided = scope.kind === 'platform' || scope.kind === 'agent';
  if (!isDecided) return [];
  if (row.status === 'verify_failed' && permissions.has('payment.transactions.reverify')) return ['reverify'];
  if (row.stage !== 'verifying' && row.stage !== 'queued') return [];
  return [
    ...(row.wait_reason !== null && permissions.has('payment.transactions.take') ? ['dispatch'] : []),
    ...(permissions.has('payment.transactions.reject') ? ['reject'] : []),
    ...(permissions.has('payment.transactions.switchChannel') ? ['switchChannel'] : []),
  ];
}

/** Who the senior agent is, and by which account he pays, is told to himself and to the platform. */
function seesAgent({ scope }: Actor): boolean {
  return scope.kind === 'platform' || scope.kind === 'agent';
}

/** General agents and middlemen see that a payout exists, not whom it pays (domain §7). */
function isMasked({ scope }: Actor): boolean {
  return scope.kind === 'subAgent' || scope.kind === 'middleman';
}

export function presentSummary(sums: readonly PayoutSum[]): z.output<typeof payoutSummary> {
  return {
    by_currency: sums.map((sum) => ({
      currency: sum.currency,
      count: countOf(sum.count),
      paid_count: countOf(sum.paid_count),
      amount: formatLedger(sum.amount, sum.currency),
      paid_amount: formatLedger(sum.paid_amount, sum.currency),
      fee: formatLedger(sum.fee, sum.currency),
    })),
  };
}
