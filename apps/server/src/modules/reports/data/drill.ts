import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { Actor } from '../../../platform/http/actor.ts';
import { opens } from './data-screen.ts';
import type { FigureSource, Party } from './data-screen.ts';
import type { DataQuestion, DataSums } from './day-sums.queries.ts';

type Drill = DataRow['drill'][string];

/** How a list of orders is asked for whom: the names of its address. */
const names: Readonly<Record<Party, string>> = {
  customer: 'customer_id',
  agent: 'agent_id',
  subAgent: 'sub_agent_id',
  channel: 'channel',
  channelAccount: 'channel_account_id',
};

/**
 * The list of orders behind a figure: of the same parties, days, currency and outcome. Null for a list that the caller
 * may not open.
 */
export function drillOf(
  actor: Actor,
  { currency, first, last, of }: DataQuestion,
  { day, ...about }: DataSums['about'],
  counts: 'created' | 'posted',
  { screen, status }: FigureSource['drill'],
): Drill | null {
  if (!actor.permissions.has(opens(screen))) return null;
  const parties = Object.entries({ ...of, ...about }).map(([party, id]) => [
    names[party as Party],
    String(id),
  ]);
  const [from, to] = [day ?? first, day ?? last];
  return {
    screen,
    search: {
      ...Object.fromEntries(parties),
      currency,
      is_test: 'no',
      ...(counts === 'created' ? { from, to } : { range: 'all', completed_from: from, completed_to: to }),
      ...(status !== undefined && { status: [...status] }),
    },
  };
}
