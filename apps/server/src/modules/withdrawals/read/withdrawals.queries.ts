import type { WithdrawalStatus } from '@suanpan/domain/states/withdrawal';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { amountWithin, listQuery, sortsBy, within } from '../../../platform/db/list-query.ts';
import { inOwnTree } from './in-own-tree.ts';

export interface WithdrawalFilter {
  readonly id?: bigint;
  readonly no?: string;
  readonly ownerId?: bigint;
  readonly status?: readonly WithdrawalStatus[];
  readonly currency?: string;
  readonly targetCurrency?: string;
  readonly thirdPartyNo?: string;
  /** Millionths of a major unit. */
  readonly amountMin?: bigint;
  readonly amountMax?: bigint;
  readonly from?: Date;
  readonly to?: Date;
  /** Only what is open, and what was closed on this business day. */
  readonly isQueue?: boolean;
  /** Only what was applied for before this one, for the pages of a file. */
  readonly before?: bigint;
}

export interface ListedWithdrawal {
  readonly id: bigint;
  readonly no: string;
  readonly owner_id: bigint;
  readonly owner_name: string;
  readonly agent_id: bigint;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly hold: bigint;
  readonly target_currency: Currency;
  readonly target_amount: bigint;
  readonly fee: bigint;
  readonly fee_mode: 'inside' | 'outside';
  readonly rate: bigint | null;
  readonly rate_until: Date | null;
  readonly type: 'bank' | 'chain';
  readonly account_name: string | null;
  readonly bank_code: string | null;
  readonly branch: string | null;
  readonly card_sealed: string | null;
  readonly card_shown: string | null;
  readonly address: string | null;
  readonly network: string | null;
  readonly account_hash: string;
  readonly is_cooling: boolean;
  readonly made_by: bigint;
  readonly applicant: string;
  readonly operator_id: bigint | null;
  readonly operator: string | null;
  readonly third_party_no: string | null;
  readonly slip: string | null;
  readonly remarks: string | null;
  readonly decision_reason: string | null;
  readonly status: WithdrawalStatus;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

export interface WithdrawalSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly amount: bigint;
  readonly paid_amount: bigint;
}

const sorts = sortsBy('amount');

const list = listQuery<WithdrawalFilter, ListedWithdrawal, WithdrawalSum, keyof typeof sorts>({
  table: 'withdrawal',
  shown: {
    columns: sql`u.name AS owner_name, m.username AS applicant, op.username AS operator`,
    joins: sql`
      JOIN app_user u ON u.id = o.owner_id
      JOIN app_user m ON m.id = o.made_by
      LEFT JOIN app_user op ON op.id = o.operator_id`,
  },
  sorts,
  figures: sql`
    sum(o.amount) AS amount, coalesce(sum(o.amount) FILTER (WHERE o.status = 'paid'), 0) AS paid_amount`,
  summed: ['amount', 'paid_amount'],
  conditions(scope, filter) {
    const conditions: RawBuilder<unknown>[] = [inOwnTree(scope, 'o')];
    const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
    if (filter.id !== undefined) add(sql`o.id = ${filter.id}`);
    if (filter.no !== undefined) add(sql`o.no = ${filter.no}`);
    if (filter.ownerId !== undefined) add(sql`o.owner_id = ${filter.ownerId}`);
    if (filter.status !== undefined) add(sql`o.status = ANY (${[...filter.status]})`);
    if (filter.currency !== undefined) add(sql`o.currency = ${filter.currency}`);
    if (filter.targetCurrency !== undefined) add(sql`o.target_currency = ${filter.targetCurrency}`);
    if (filter.thirdPartyNo !== undefined) add(sql`o.third_party_no = ${filter.thirdPartyNo}`);
    if (filter.before !== undefined) add(sql`o.id < ${filter.before}`);
    if (filter.isQueue === true) {
      add(
        sql`(o.status IN ('pending', 'processing') OR business_day(o.completed_at) = business_day((SELECT business_now())))`,
      );
    }
    return [
      ...conditions,
      ...within('o.created_at', filter.from, filter.to),
      ...amountWithin('o.amount', filter.amountMin, filter.amountMax),
    ];
  },
});

/** One page of the withdrawals that the caller may see; every query carries his scope. */
export const listWithdrawals = list.page;
export const sumWithdrawals = list.sums;
