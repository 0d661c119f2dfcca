import type { Actor } from '../../platform/http/actor.ts';

type Direction = 'collection' | 'payout';

/** What the caller finds channels by, as a filter of definitions: those whose list he may open. Null where he may open none. */
export function openChannels(actor: Actor): { readonly direction?: Direction } | null {
  const directions = (['collection', 'payout'] as const).filter(
    (direction) => channelPlace(actor, { id: 0n, named: '', direction }) !== null,
  );
  const [direction] = directions;
  if (direction === undefined) return null;
  return directions.length === 1 ? { direction } : {};
}

/** Where the caller finds this channel, and stops and starts it; null where he may not open that list. */
export function channelPlace(
  { permissions }: Actor,
  channel: { readonly id: bigint; readonly named: string; readonly direction: Direction },
): { readonly screen: string; readonly search: Record<string, string> } | null {
  const isPayout = channel.direction === 'payout';
  if (permissions.has('admin.methods.get')) {
    return {
      screen: 'admin.methods',
      search: { type: isPayout ? 'payment' : 'collection', search: channel.named },
    };
  }
  const screen = isPayout ? 'paymentMethod.agents' : 'collectionMethod.agents';
  return permissions.has(`${screen}.get`) ? { screen, search: { method_id: String(channel.id) } } : null;
}
