import type { ErrorName } from '@suanpan/domain/errors';
import { everyMinutes } from '../../../platform/calendar.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { nameMaker } from '../../audit/index.ts';
import { isSavable, judgeRow } from './judge-row.ts';
import { rowFor } from './price-acts.ts';
import { lockPricedRows } from './prices.queries.ts';
import { applyVersion, dueVersions, endVersion } from './prices.store.ts';
import type { DueVersion } from './prices.store.ts';

const atOnce = 100;

/**
 * Brings prices into force whose time has come, under the locks of their rows, once each: what was applied is scheduled no
 * more. One whose row was changed since it was agreed, or that would lose money by now that nobody allowed, is refused and
 * its people are told; it hinders no other.
 */
export const priceWork: DueWork = {
  name: 'prices.apply',
  next: everyMinutes(1),
  missed: 'latest',
  anytime: true,
  async run(tx) {
    const due = await dueVersions(tx, atOnce);
    for (const version of due) {
      const failure = await applyOne(tx, version);
      if (failure === null) continue;
      await endVersion(tx, version.id, 'refused', failure);
      await tellRefused(tx, version);
    }
    return due.length === atOnce ? 'more' : undefined;
  },
};

async function applyOne(tx: Tx, version: DueVersion): Promise<ErrorName | null> {
  const { alias, allow_loss: allowsLoss, direction, prices } = version;
  const key = { customer_id: String(version.customer_id), channel_id: String(version.channel_id) };
  await nameMaker(tx, version.maker_id, `price:${version.id}`);
  const rows = await lockPricedRows(tx, version.agent_id, [key]);
  const row = rowFor(rows, { ...key, alias, v: 0 });
  if (row === undefined) return 'notFound';
  if (!isSavable(judgeRow(row, prices, direction), direction, allowsLoss)) return 'checkHandlingFee';
  return applyVersion(tx, version.id);
}

async function tellRefused(tx: Tx, version: DueVersion): Promise<void> {
  await emit(tx, [
    {
      kind: 'price.refused',
      subject: `price:${version.id}`,
      payload: {
        version_id: String(version.id),
        agent_id: String(version.agent_id),
        customer: version.customer_name,
        channel: version.channel,
        direction: version.direction,
      },
    },
  ]);
}
