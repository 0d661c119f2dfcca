import type { OutputOf } from '@suanpan/contract/endpoint';
import type { WorkbenchKind, workbench } from '@suanpan/contract/endpoints/workbench';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Locale } from '@suanpan/messages/locale';
import type { Kysely } from 'kysely';
import { countAll } from '../../platform/count-all.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { decidableNow, waitingFor } from '../approvals/index.ts';
import {
  listCollections,
  listReceipts,
  presentCollection,
  sumCollections,
  sumReceipts,
} from '../collections/index.ts';
import type { ReceiptFilter } from '../collections/index.ts';
import { listLowBalances, listPayouts, presentPayout, sumPayouts } from '../payouts/index.ts';
import type { ReportsDeps } from './reports-deps.ts';

type Group = OutputOf<typeof workbench>['items'][number];
type Read = () => Promise<Group>;

const shown = 5;
const first = { offset: 0, limit: shown };
const receipts = '/wrap/claimOrder';
const collections = '/wrap/collections.transactions';
const payouts = '/wrap/payment.transactions';
const differencesList = '/wrap/admin.reconciliation';

/**
 * What waits for a person's decision in the caller's tree, from one snapshot: each thing stands under one kind, and is gone once
 * it is resolved. What a caller may not open is not counted for him.
 */
export async function readWorkbench(
  { db, differences, unanswered }: ReportsDeps,
  actor: Actor,
  locale: Locale,
  kind: WorkbenchKind | undefined,
): Promise<OutputOf<typeof workbench>> {
  return db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { permissions, scope } = actor;
      const isInside = scope.kind === 'platform' || scope.kind === 'agent';
      const seesReceipts = isInside && permissions.has('claimOrder.get');
      const seesOrders = permissions.has('collections.transactions.get');
      const seesPayouts = isInside && permissions.has('payment.transactions.get');
      const aside =
        (of: WorkbenchKind, about: NonNullable<ReceiptFilter['about']>): Read =>
        () =>
          asideMoney(tx, actor, of, about);
      const readers: readonly (readonly [WorkbenchKind, boolean, Read])[] = [
        ['amountMismatch', seesReceipts, aside('amountMismatch', 'amount_mismatch')],
        ['abnormal', seesReceipts, aside('abnormal', 'abnormal')],
        ['receipt', seesReceipts, aside('receipt', 'ended')],
        ['payoutUnknown', seesPayouts, () => unknownPayouts(tx, actor, locale)],
        [
          'callbackFailed',
          seesOrders && permissions.has('collections.transactions.callback'),
          async () => failedCallbacks(tx, actor, await unanswered(tx)),
        ],
        ['approval', permissions.has('admin.approvals.get'), () => waitingApprovals(tx, actor)],
        [
          'reconciliation',
          isInside && permissions.has('admin.reconciliation.get'),
          async () => openDifferences(await differences(tx, scope, shown)),
        ],
        ['lowBalance', isInside && permissions.has('payment.balance.get'), () => lowBalances(tx, actor)],
      ];
      const groups: Group[] = [];
      for (const [name, may, read] of readers) {
        if (!may || (kind !== undefined && kind !== name)) continue;
        const group = await read();
        if (group.count > 0) groups.push(group);
      }
      return { items: groups };
    });
}

/** Money that lies unidentified; where its order can still be supplied, that is done in place. */
async function asideMoney(
  tx: Kysely<Tables>,
  actor: Actor,
  kind: WorkbenchKind,
  about: NonNullable<ReceiptFilter['about']>,
): Promise<Group> {
  const filter = { state: 'open', about } as const;
  const sums = await sumReceipts(tx, actor.scope, filter);
  const rows = await listReceipts(tx, actor.scope, filter, first);
  return {
    kind,
    count: countAll(sums),
    oldest_at: oldestOf(sums.map(({ oldest_at: at }) => at)),
    sums: sums.map(({ amount, currency }) => ({ currency, amount: formatLedger(amount, currency) })),
    path: `${receipts}?about=${about}`,
    items: rows.map((row) => ({
      id: String(row.order_id ?? row.id),
      no: row.order_no ?? row.provider_ref,
      amount: formatLedger(row.left, row.currency),
      currency: row.currency,
      at: row.received_at.toISOString(),
      cause: row.customer_name ?? row.account_name,
      actions:
        kind !== 'receipt' && actor.permissions.has('collections.transactions.supply')
          ? ['supply' as const]
          : [],
      path: `${receipts}?no=${encodeURIComponent(row.provider_ref)}`,
    })),
  };
}

async function unknownPayouts(tx: Kysely<Tables>, actor: Actor, locale: Locale): Promise<Group> {
  const filter = { status: ['processing'], stage: ['unknown'], isTest: false };
  const sums = await sumPayouts(tx, actor.scope, filter);
  const rows = await listPayouts(tx, actor.scope, filter, 'created_at', first);
  return {
    kind: 'payoutUnknown',
    count: countAll(sums),
    oldest_at: oldestOf(rows.map((row) => row.created_at)),
    sums: sums.map(({ amount, currency }) => ({ currency, amount: formatLedger(amount, currency) })),
    path: `${payouts}?status=processing&stage=unknown&range=all`,
    items: rows.map((row) => {
      const { amount, created_at, currency, customer, id, order_no: no } = presentPayout(row, actor, locale);
      const path = `${payouts}?numbers=${no}&open=${id}`;
      return { id, no, amount, currency, at: created_at, cause: customer.name, actions: [], path };
    }),
  };
}

async function failedCallbacks(tx: Kysely<Tables>, actor: Actor, ids: readonly bigint[]): Promise<Group> {
  const filter = { ids, callbackStatus: ['failed'], isTest: false };
  const sums = ids.length === 0 ? [] : await sumCollections(tx, actor.scope, filter);
  const rows = ids.length === 0 ? [] : await listCollections(tx, actor.scope, filter, 'created_at', first);
  return {
    kind: 'callbackFailed',
    count: countAll(sums),
    oldest_at: oldestOf(rows.map((row) => row.created_at)),
    sums: sums.map(({ amount, currency }) => ({ currency, amount: formatLedger(amount, currency) })),
    // Those that are still being told fail as well, and wait for nobody.
    path: actor.permissions.has('callbacks.get')
      ? '/wrap/callbacks?given_up=only&range=all'
      : `${collections}?callback_status=failed&range=all`,
    items: rows.map((row) => {
      const {
        actions,
        created_at,
        currency,
        customer_name,
        id,
        order_amount,
        order_no: no,
      } = presentCollection(row, actor);
      return {
        id,
        no,
        amount: order_amount,
        currency,
        at: created_at,
        cause: customer_name,
        actions: (['reissue', 'callback'] as const).filter((act) => actions.includes(act)),
        path: `${collections}?numbers=${no}&open=${id}`,
      };
    }),
  };
}

async function waitingApprovals(tx: Kysely<Tables>, actor: Actor): Promise<Group> {
  const { decidable, oldestAt } = await waitingFor(tx, actor);
  const rows = decidable === 0 ? [] : await decidableNow(tx, actor, shown);
  return {
    kind: 'approval',
    count: decidable,
    oldest_at: oldestAt?.toISOString() ?? null,
    sums: [],
    path: '/wrap/admin.approvals?state=waiting',
    items: rows.map(({ amount, created_at, currency, id, maker, subject }) => ({
      id,
      no: subject.label,
      amount,
      currency,
      at: created_at,
      cause: maker.name,
      actions: [],
      path: `/wrap/admin.approvals?id=${id}`,
    })),
  };
}

function openDifferences(open: Awaited<ReturnType<ReportsDeps['differences']>>): Group {
  const { items, oldestAt, sums } = open;
  return {
    kind: 'reconciliation',
    count: countAll(sums),
    oldest_at: oldestAt?.toISOString() ?? null,
    sums: sums.map(({ amount, currency }) => ({ currency, amount: formatLedger(amount, currency) })),
    path: `${differencesList}?state=open`,
    items: items.map(({ about, amount, at, currency, id, no }) => ({
      id: String(id),
      no,
      amount: formatLedger(amount, currency),
      currency,
      at: at.toISOString(),
      cause: about,
      actions: [],
      path: `${differencesList}?state=open&open=${id}`,
    })),
  };
}

async function lowBalances(tx: Kysely<Tables>, actor: Actor): Promise<Group> {
  const rows = await listLowBalances(tx, actor.scope);
  const figure = (minor: bigint | null, currency: string): string =>
    formatLedger(minor ?? 0n, currency as Currency);
  return {
    kind: 'lowBalance',
    count: rows.length,
    oldest_at: oldestOf(rows.flatMap(({ balance_checked_at: at }) => (at === null ? [] : [at]))),
    sums: [],
    path: '/wrap/payment.balance',
    items: rows.slice(0, shown).map(({ balance, balance_checked_at: at, currency, id, name }) => ({
      id: String(id),
      no: name,
      amount: figure(balance, currency),
      currency,
      at: (at ?? new Date(0)).toISOString(),
      cause: name,
      actions: [],
      path: '/wrap/payment.balance',
    })),
  };
}

function oldestOf(instants: readonly Date[]): string | null {
  const oldest = instants.reduce<Date | null>(
    (least, at) => (least === null || at < least ? at : least),
    null,
  );
  return oldest?.toISOString() ?? null;
}
