import { hash } from 'node:crypto';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { resolveEffect } from '@suanpan/contract/endpoints/reconciliation';
import { Refusal } from '@suanpan/domain/errors';
import type { ResolveAct } from '@suanpan/domain/reconciliation';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { Tx } from '../../platform/db/transact.ts';
import { refuseBlocked } from '../approvals/index.ts';
import type { ApprovalAct, ApprovalBy } from '../approvals/index.ts';
import { receiveUnidentified } from '../collections/index.ts';
import { blockedOnDifferences } from './blocked-actions.ts';
import { listDifferences } from './reconciliation.queries.ts';
import type { ListedDifference } from './reconciliation.queries.ts';
import { endDifference, lockDifference, reconcileDay, writeOffDifference } from './reconciliation.store.ts';

const minor = z.string().regex(/^-?\d{1,18}$/);
/** A difference as it was shown, in minor units. */
const resolved = z.strictObject({
  difference_id: z.string().regex(/^[1-9]\d{0,18}$/),
  ours: minor,
  theirs: minor,
});
export type Resolved = z.output<typeof resolved>;

export const resolvedOf = ({ id, ours, theirs }: ListedDifference): Resolved => ({
  difference_id: String(id),
  ours: String(ours),
  theirs: String(theirs),
});

/** What an act would do, as it is shown, with its fingerprint. */
export function showEffect(row: ListedDifference, act: ResolveAct): OutputOf<typeof resolveEffect> {
  const say = (sum: bigint): string => `${sum < 0n ? '' : '+'}${formatLedger(sum, row.currency)}`;
  const change = row.theirs - row.ours;
  const effect: OutputOf<typeof resolveEffect>['effect'] = [];
  if (act === 'receipt')
    effect.push(
      { field: 'clearing', before: null, after: say(change) },
      { field: 'unidentified', before: null, after: say(change) },
    );
  if (act === 'writeOff' && row.type === 'fee')
    effect.push(
      { field: 'endpointFee', before: null, after: say(change) },
      { field: 'writtenOff', before: null, after: say(change) },
    );
  if (act === 'writeOff' && row.type !== 'fee')
    effect.push(
      { field: 'clearing', before: null, after: say(change) },
      { field: 'writtenOff', before: null, after: say(-change) },
    );
  effect.push({ field: 'state', before: 'open', after: 'resolved' });
  return {
    currency: row.currency,
    effect,
    hash: hash('sha256', JSON.stringify([act, row.type, resolvedOf(row)]), 'hex'),
  };
}

/** The difference under its lock, open and as it was shown; `staleEdit` otherwise. */
async function locked(tx: Tx, { difference_id, ours, theirs }: Resolved): Promise<ListedDifference> {
  const id = BigInt(difference_id);
  const isOpen = await lockDifference(tx, id);
  const [row] = await listDifferences(tx, { kind: 'platform' }, { id }, { offset: 0, limit: 1 });
  if (row === undefined) throw new Refusal('notFound');
  if (!isOpen || row.day_closed || String(row.ours) !== ours || String(row.theirs) !== theirs)
    throw new Refusal('staleEdit');
  return row;
}

function actOf(
  kind: ResolveAct,
  perform: (tx: Tx, row: ListedDifference, by: ApprovalBy) => Promise<{ readonly journalId: bigint } | void>,
): ApprovalAct<Resolved> {
  const name = `reconciliation.${kind}` as const;
  return {
    name,
    payload: resolved,
    async preview(tx, shown) {
      const row = await locked(tx, shown);
      await refuseBlocked(tx, blockedOnDifferences, row.id, kind, name);
      const figure = (sum: bigint): string => formatLedger(sum, row.currency);
      const change = row.theirs - row.ours;
      return {
        subject: {
          kind: 'reconciliation',
          id: String(row.id),
          label: `${row.account_name} · ${row.day} · ${row.line_ref || row.booked_ref || row.order_no || `#${row.id}`}`,
        },
        // What posts is the platform's to agree to.
        agentId: kind === 'dismiss' ? row.agent_id : null,
        amount: { currency: row.currency, minor: change < 0n ? -change : change },
        sumOn: { kind: 'channel', id: String(row.account_id) },
        rows: [
          {
            field: row.type === 'fee' ? 'fee' : 'amount',
            before: figure(row.ours),
            after: figure(row.theirs),
          },
        ],
      };
    },
    async perform(tx, shown, by) {
      const row = await locked(tx, shown);
      const done = await perform(tx, row, by);
      await reconcileDay(tx, row.day_id);
      return done;
    },
  };
}

/** How persons end a difference. Each ends it once; what posts is a journal of its own, and nothing that was posted changes. */
export const resolveActsOf = {
  receipt: actOf('receipt', async (tx, row, by) => {
    await endDifference(tx, row.id, 'receipt', by);
    const isBooked = await receiveUnidentified(tx, {
      channelAccountId: row.account_id,
      ref: row.line_ref ?? '',
      currency: row.currency,
      amount: row.theirs,
    });
    if (!isBooked) throw new Refusal('alreadyPosted');
  }),
  writeOff: actOf('writeOff', async (tx, row, by) => ({ journalId: await writeOffDifference(tx, row, by) })),
  dismiss: actOf('dismiss', async (tx, row, by) => endDifference(tx, row.id, 'dismiss', by)),
} as const satisfies Readonly<Record<ResolveAct, ApprovalAct<Resolved>>>;
