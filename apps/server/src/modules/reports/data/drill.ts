import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { amountsOfBand } from '@suanpan/domain/reports/amount-bands';
import type { Actor } from '../../../platform/http/actor.ts';
import { isOrderDrill, opens } from './data-screen.ts';
import type { Drill as FigureDrill, Party, StandingDrill } from './data-screen.ts';
import type { DataQuestion, DataSums } from './day-sums.queries.ts';

type Drill = DataRow['drill'][string];

/** How a list of orders is asked for whom: the names of its address. */
const names: Readonly<Record<Party, string>> = {
  customer: 'customer_id',
  agent: 'agent_id',
  subAgent: 'sub_agent_id',
  owner: 'owner',
  channel: 'channel',
  channelAccount: 'channel_account_id',
};

/** What a payout without a failure can be. */
const unfailed: readonly string[] = ['processing', 'paid', 'rejected_reversed'];

/**
 * The list behind a figure: of the same parties, days, currency and outcome. Null for a list that the caller may not open, and
 * where nothing of that outcome can be in the row.
 */
export function drillOf(
  actor: Actor,
  { currency, first, last, of, quote }: DataQuestion,
  { day, hour, status, failure, bank, order, withdrawal, state, band, ...about }: DataSums['about'],
  counts: 'created' | 'posted' | 'now',
  figure: FigureDrill,
): Drill | null {
  if (!actor.permissions.has(opens(figure.screen))) return null;
  const all = { ...of, ...about };
  const [from, to] = hour === undefined ? [day ?? first, day ?? last] : hourOf(day ?? first, hour);
  if (figure.screen === 'accounting.changelogs') {
    const owner: Record<string, string> =
      'subAgent' in all ? { owner_id: String(all.subAgent) } : { owner_role: 'subAgent' };
    if (all.subAgent === '0' || 'channel' in all || 'channelAccount' in all) return null;
    return {
      screen: figure.screen,
      search: {
        ...owner,
        ...(all.customer !== undefined && { customer_id: String(all.customer) }),
        ...(all.agent !== undefined && { agent_id: String(all.agent) }),
        event: figure.event,
        currency,
        // It may have been paid on another day than it was made.
        ...(order === undefined ? { from, to } : { order_no: order, range: 'all' }),
      },
    };
  }
  if (figure.screen === 'withdraws.list') {
    // The list knows its owners, and no senior agents.
    if ('agent' in all) return null;
    return {
      screen: figure.screen,
      search: {
        ...(all.owner !== undefined && { owner: String(all.owner) }),
        ...(quote !== undefined && { currency: quote }),
        target_currency: currency,
        ...(figure.status !== undefined && { status: [...figure.status] }),
        // A number is found whatever its day.
        ...(withdrawal === undefined ? { from, to } : { no: withdrawal, range: 'all' }),
      },
    };
  }
  if (!isOrderDrill(figure)) return standingDrill(figure, all, currency, { from, to });
  const among =
    failure === '' ? unfailed : (status ?? state) === undefined ? undefined : [status ?? state ?? ''];
  const amounts = band === undefined ? null : amountsOfBand(band);
  const statuses =
    among === undefined ? figure.status : (figure.status ?? among).filter((one) => among.includes(one));
  if (statuses?.length === 0) return null;
  const parties = Object.entries(all).map(([party, id]): [string, string] => [
    names[party as Party],
    String(id),
  ]);
  return {
    screen: figure.screen,
    search: {
      ...Object.fromEntries(parties),
      currency,
      is_test: 'no',
      ...(counts === 'created' ? { from, to } : { range: 'all', completed_from: from, completed_to: to }),
      ...(statuses !== undefined && { status: [...statuses] }),
      ...(failure !== undefined && failure !== '' && { failure }),
      ...(amounts && {
        amount_min: amounts.min,
        ...(amounts.max !== null && { amount_max: amounts.max }),
      }),
      ...(bank !== undefined && { bank_code: bank }),
      ...(order !== undefined && { numbers: [order] }),
      ...(figure.split === true && { split: 'yes' }),
    },
  };
}

/** One hour of a day, as an address tells it. */
function hourOf(day: string, hour: string): [from: string, to: string] {
  // Not money: an hour of the day.
  return [`${day}T${hour}`, `${day}T${String(Number(hour) + 1).padStart(2, '0')}`];
}

/** Where what people have is told: the list of it about this one alone; of all of them there is none. */
function standingDrill(
  figure: StandingDrill,
  about: {
    readonly agent?: string | bigint;
    readonly subAgent?: string | bigint;
    readonly customer?: string | bigint;
  },
  currency: string,
  range: { readonly from: string; readonly to: string },
): Drill | null {
  const owner = about.customer ?? about.subAgent ?? about.agent;
  if (owner === undefined) return null;
  switch (figure.screen) {
    case 'accounting.systemIncome':
      return {
        screen: figure.screen,
        search: {
          agent_id: String(owner),
          currency,
          ...range,
          ...(figure.kind !== undefined && { kind: figure.kind }),
        },
      };
    case 'cashManagement3':
      return { screen: figure.screen, search: { owner_id: String(owner), currency } };
    case 'users.list': {
      const below = about.subAgent === undefined ? 'agent_id' : 'sub_agent_id';
      return {
        screen: figure.screen,
        search: { [below]: String(owner), role_name: figure.role, status: 'active' },
      };
    }
  }
}
