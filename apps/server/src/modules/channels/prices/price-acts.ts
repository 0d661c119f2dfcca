import { Refusal } from '@suanpan/domain/errors';
import { businessNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalBy, ApprovalEffect } from '../../approvals/index.ts';
import { isSavable, judgeRow } from './judge-row.ts';
import { keyOf, pricesText } from './present-prices.ts';
import { priceChange } from './price-change.ts';
import type { PriceChange, PriceChangeRow } from './price-change.ts';
import { lockPricedRows } from './prices.queries.ts';
import type { Direction, PricedRow } from './prices.queries.ts';
import { applyVersion, scheduleVersion } from './prices.store.ts';

export const actNames = { collection: 'prices.setCollection', payout: 'prices.setPayout' } as const;

/**
 * A price decides who earns what of every order, so a second person always agrees (reliability §5 C21). Refuses `invalidState`
 * for a beginning that has passed, `notFound` for a channel that the merchant's senior agent may not use, `staleEdit` where the
 * row has changed since it was read, and `checkHandlingFee` for what loses money that nobody allowed.
 */
export function priceAct(direction: Direction): ApprovalAct<PriceChange> {
  return {
    name: actNames[direction],
    payload: priceChange,
    async preview(tx, change) {
      const now = await businessNow(tx);
      if (change.valid_from !== null && new Date(change.valid_from) < now) throw new Refusal('invalidState');
      const found = await lockChanged(tx, change);
      return effectOf(change, found);
    },
    async perform(tx, change, by) {
      await setAll(tx, change, by);
    },
  };
}

interface Changed {
  readonly row: PricedRow;
  readonly wanted: PriceChangeRow;
}

/** The rows of the change under their locks, each with what it is to become; refuses what `preview` refuses. */
async function lockChanged(tx: Tx, change: PriceChange): Promise<readonly Changed[]> {
  const rows = await lockPricedRows(tx, BigInt(change.agent_id), change.rows);
  return change.rows.map((wanted) => {
    const row = rowFor(rows, wanted);
    if (row === undefined) throw new Refusal('notFound');
    if (row.version !== wanted.v) throw new Refusal('staleEdit');
    if (!isSavable(judgeRow(row, wanted.prices, change.direction), change.direction, wanted.allow_loss))
      throw new Refusal('checkHandlingFee');
    return { row, wanted };
  });
}

/** The merchant's row, or the channel that he has not got by this method yet. */
export function rowFor(
  rows: readonly PricedRow[],
  wanted: Pick<PriceChangeRow, 'customer_id' | 'channel_id' | 'alias' | 'v'>,
): PricedRow | undefined {
  const own = rows.find((row) => row.method_id !== null && keyOf(row) === keyOf(wanted));
  if (own !== undefined) return own;
  const like = rows.find(
    (row) => String(row.customer_id) === wanted.customer_id && String(row.channel_id) === wanted.channel_id,
  );
  return (
    like && { ...like, method_id: null, prices: null, version: 0, allow_loss: false, alias: wanted.alias }
  );
}

function effectOf(change: PriceChange, changed: readonly Changed[]): ApprovalEffect {
  const [first] = changed;
  if (first === undefined) throw new Refusal('notFound');
  const isOne = change.customer_id !== null;
  const told = (side: 'before' | 'after'): string =>
    changed
      .map(({ row, wanted }) => {
        const name = `${isOne ? '' : `${row.customer_name} · `}${row.channel} (${wanted.alias})`;
        const shown = pricesText(side === 'before' ? row.prices : wanted.prices, row.currency);
        return `${name}: ${shown ?? '–'}`;
      })
      .join('\n');
  const losing = changed.filter(({ wanted }) => wanted.allow_loss).map(({ row }) => row.channel);
  return {
    subject: {
      kind: 'user',
      id: change.customer_id ?? change.agent_id,
      label: isOne ? first.row.customer_name : String(change.rows.length),
    },
    agentId: BigInt(change.agent_id),
    // Whoever earns by it does not agree to it.
    barred: [...new Set(changed.map(({ row }) => row.customer_id))],
    rows: [
      { field: 'prices', before: told('before'), after: told('after') },
      ...(losing.length === 0
        ? []
        : [{ field: 'allow_loss' as const, before: null, after: losing.join(', ') }]),
      ...(change.valid_from === null
        ? []
        : [{ field: 'valid_from' as const, before: null, after: change.valid_from }]),
    ],
  };
}

async function setAll(tx: Tx, change: PriceChange, by: ApprovalBy): Promise<void> {
  const now = await businessNow(tx);
  for (const { row, wanted } of await lockChanged(tx, change)) {
    const from = change.valid_from === null ? now : new Date(change.valid_from);
    const version = await scheduleVersion(tx, { ...wanted, method_id: row.method_id }, by, from, row.prices);
    const fault = change.valid_from === null ? await applyVersion(tx, version) : null;
    if (fault !== null) throw new Refusal(fault);
  }
}
