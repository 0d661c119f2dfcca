import type { ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { businessNow } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { waitingActsOn } from '../approvals/index.ts';
import type { WaitingActs } from '../approvals/index.ts';
import type { ManualQueue } from '../collections/index.ts';
import { blockedOnPayouts, listPayouts, payoutLocks, presentPayout, sumPayouts } from '../payouts/index.ts';
import type { ListedPayout } from '../payouts/index.ts';
import {
  blockedOnWithdrawals,
  heldBy,
  listWithdrawals,
  presentWithdrawal,
  sumWithdrawals,
} from '../withdrawals/index.ts';
import type { ListedWithdrawal } from '../withdrawals/index.ts';

type Caller = Parameters<ManualQueue>[0];
type Asked = Parameters<ManualQueue>[1];

/**
 * Payouts that nobody sends on by itself and withdrawals that nobody ended, in one list by their age. What a caller may not see,
 * or may never take, is not in it; each row comes as its own list presents it, masked and with its acts.
 */
export async function readManualQueue(
  db: Kysely<Tables>,
  caller: Caller,
  asked: Asked,
  { limit, offset }: Parameters<ManualQueue>[2],
): ReturnType<ManualQueue> {
  const { permissions, scope, userId } = caller.actor;
  const now = await businessNow(db);
  const until = asked.ageS === undefined ? undefined : new Date(now.getTime() - asked.ageS * 1_000);
  // Which of them a page shows is known once the pages before it are: either kind may fill them alone.
  const upToHere = { offset: 0, limit: offset + limit };
  const payouts = payoutsAsked(asked, until);
  const withdrawals = withdrawalsAsked(asked, until);
  const [paid, paidSums, wired, wiredSums, locked, inHand] = await Promise.all([
    permissions.has('payment.transactions.get')
      ? listPayouts(db, scope, payouts, 'created_at', upToHere)
      : [],
    permissions.has('payment.transactions.get') ? sumPayouts(db, scope, payouts) : [],
    permissions.has('withdraws.list.take')
      ? listWithdrawals(db, scope, withdrawals, 'created_at', upToHere)
      : [],
    permissions.has('withdraws.list.take') ? sumWithdrawals(db, scope, withdrawals) : [],
    payoutLocks.countOf(db, userId),
    heldBy(db, userId),
  ]);
  const [onPayouts, onWithdrawals] = await Promise.all([
    waitingActsOn(db, caller.actor, blockedOnPayouts, paid),
    waitingActsOn(db, caller.actor, blockedOnWithdrawals, wired),
  ]);
  const items = [
    ...paid.map((row) => ofPayout(row, caller, now, onPayouts)),
    ...wired.map((row) => ofWithdrawal(row, caller, now, onWithdrawals)),
  ].toSorted((one, other) => Date.parse(one.received_at) - Date.parse(other.received_at));
  return {
    items: items.slice(offset, offset + limit),
    sums: added([...paidSums, ...wiredSums]),
    open: locked + inHand,
    // As many of either kind.
    most: openClaimsPerPerson * 2,
  };
}

function payoutsAsked(
  { amountMax, amountMin, currency, id, no }: Asked,
  until: Date | undefined,
): Parameters<typeof listPayouts>[2] {
  return {
    status: ['processing'],
    stage: ['queued', 'claimed', 'unknown'],
    // Test money is no work for anybody.
    isTest: false,
    ...(id !== undefined && { id }),
    ...(no !== undefined && { numbers: [no] }),
    ...(currency !== undefined && { currency }),
    ...(amountMin !== undefined && { amountMinMillionths: amountMin }),
    ...(amountMax !== undefined && { amountMaxMillionths: amountMax }),
    ...(until !== undefined && { createdTo: until }),
  };
}

function withdrawalsAsked(
  { amountMax, amountMin, currency, id, no }: Asked,
  until: Date | undefined,
): Parameters<typeof listWithdrawals>[2] {
  return {
    status: ['pending', 'processing'],
    ...(id !== undefined && { id }),
    ...(no !== undefined && { no }),
    ...(currency !== undefined && { currency }),
    ...(amountMin !== undefined && { amountMin }),
    ...(amountMax !== undefined && { amountMax }),
    ...(until !== undefined && { to: until }),
  };
}

function ofPayout(listed: ListedPayout, { actor, locale }: Caller, now: Date, acts: WaitingActs): ReceiptRow {
  const row = presentPayout(listed, actor, locale, acts);
  return {
    ...waiting(listed, now),
    kind: 'payout',
    id: row.id,
    no: row.order_no,
    channel_account: row.channel_account,
    currency: row.currency,
    amount: row.amount,
    left: row.amount,
    payer: row.account_name,
    last5: endOf(row.card_no),
    stage: row.stage,
    claimed_by: row.locked_by,
    lock_until: row.lock_until,
    ...(row.waiting_acts && { waiting_acts: row.waiting_acts }),
    actions: row.actions,
  };
}

function ofWithdrawal(
  listed: ListedWithdrawal,
  { actor, locale }: Caller,
  now: Date,
  acts: WaitingActs,
): ReceiptRow {
  const row = presentWithdrawal(listed, actor, locale, acts);
  return {
    ...waiting(listed, now),
    kind: 'withdrawal',
    id: row.id,
    no: row.no,
    channel_account: null,
    currency: row.currency,
    amount: row.amount,
    left: row.amount,
    payer: row.account_name,
    last5: endOf(row.card_no),
    stage: row.status,
    claimed_by:
      row.operator === null || listed.operator_id === null
        ? null
        : { id: String(listed.operator_id), name: row.operator },
    // Whoever has taken one has it until he ends it or gives it back.
    lock_until: null,
    ...(row.waiting_acts && { waiting_acts: row.waiting_acts }),
    actions: row.actions,
  };
}

/** What is said of both alike. */
function waiting({ created_at: since }: { readonly created_at: Date }, now: Date) {
  return {
    reason: null,
    received_at: since.toISOString(),
    age_s: Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000)),
    closed_at: null,
    order: null,
  };
}

/** What a masked account shows of its end. */
function endOf(shown: string): string | null {
  return /[0-9A-Za-z]{1,5}$/.exec(shown)?.[0] ?? null;
}

/** One row a currency, whichever list it came from. */
function added(sums: readonly { currency: Currency; count: bigint; amount: bigint }[]) {
  const byCurrency = new Map<Currency, { count: bigint; amount: bigint }>();
  for (const { amount, count, currency } of sums) {
    const before = byCurrency.get(currency) ?? { count: 0n, amount: 0n };
    byCurrency.set(currency, { count: before.count + count, amount: before.amount + amount });
  }
  return [...byCurrency]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, sum]) => ({ currency, ...sum }));
}
