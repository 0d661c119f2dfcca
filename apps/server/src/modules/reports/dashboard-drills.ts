import type { Drill } from '@suanpan/contract/drill';
import { regionTimeText } from '@suanpan/domain/region-day';
import type { Currency } from '@suanpan/money/currency';
import type { Actor } from '../../platform/http/actor.ts';
import { ownerOf } from '../../platform/http/owner-of.ts';
import { channelPlace } from './channel-place.ts';
import { collectionFigures } from './data/collection-figures.ts';
import { opens } from './data/data-screen.ts';
import { drillOf } from './data/drill.ts';

type Drills = Readonly<Record<string, Drill>>;

/** Where the landing page's figures lead; what the caller may not open is left out. */
export interface DashboardDrills {
  /** The orders of a business day, `yyyy-mm-dd`. */
  ordersOf(day: string): { readonly drill?: Drill };
  /** What a channel was asked for that day, and the channel itself. */
  channel(
    day: string,
    channel: { readonly id: bigint; readonly name: string; readonly isHeld: boolean },
  ): { readonly drill?: Drill; readonly at?: Drill };
  /** The orders of the hour that begins at `at`. */
  ordersFrom(at: Date): { readonly drill?: Drill };
  /** The figures of a business day, by their names. */
  figuresOf(day: string): Drills;
  /** Balances, and the fee of `today`: the platform's is what its accounts at providers cost, of others what orders cost. */
  standing(today: string): Drills;
}

/** The same lists as those of the data screens: each shows exactly what its figure counts. */
export function dashboardDrills(actor: Actor, currency: Currency): DashboardDrills {
  const { permissions, scope } = actor;
  const to = (
    figure: 'orders' | 'success' | 'failed',
    day: string,
    about: Parameters<typeof drillOf>[2] = {},
  ): Drill | null =>
    drillOf(
      actor,
      { scope, currency, first: day, last: day, of: {} },
      about,
      'created',
      collectionFigures[figure].drill,
    );
  const found = (drill: Drill | null): { readonly drill?: Drill } => (drill === null ? {} : { drill });
  const named = (drills: Readonly<Record<string, Drill | null>>): Drills =>
    Object.fromEntries(
      Object.entries(drills).flatMap(([name, drill]) => (drill === null ? [] : [[name, drill]])),
    );

  function balances(today: string): Drill | null {
    const owner = ownerOf(scope);
    const ofOwner: Readonly<Record<string, string>> = owner === null ? {} : { owner_id: String(owner) };
    if (permissions.has('cashManagement3.get')) {
      return { screen: 'cashManagement3', search: { ...ofOwner, currency } };
    }
    if (!permissions.has('accounting.changelogs.get')) return null;
    return { screen: 'accounting.changelogs', search: { ...ofOwner, currency, from: today, to: today } };
  }

  return {
    ordersOf: (day) => found(to('orders', day)),
    channel(day, { id, isHeld, name }) {
      const at = channelPlace(actor, { id, named: name, direction: 'collection', isHeld });
      return { ...found(to('orders', day, { channel: String(id) })), ...(at && { at }) };
    },
    ordersFrom(at) {
      const [day = '', time = ''] = regionTimeText(at).split(' ');
      return found(to('orders', day, { day, hour: time.slice(0, 2) }));
    },
    figuresOf: (day) =>
      named({
        count: to('orders', day),
        success_count: to('success', day),
        failed_count: to('failed', day),
        amount: to('success', day),
      }),
    standing(today) {
      const balance = balances(today);
      const accounts: Drill | null = permissions.has(opens('index.stats5'))
        ? { screen: 'index.stats5', search: { currency, from: today, to: today } }
        : null;
      return named({
        balance,
        frozen_amount: balance,
        channel_fee: scope.kind === 'platform' ? accounts : to('success', today),
      });
    },
  };
}
