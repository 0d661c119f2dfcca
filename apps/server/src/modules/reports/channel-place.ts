import type { Actor } from '../../platform/http/actor.ts';

type Direction = 'collection' | 'payout';

const seesDefinitions = ({ permissions }: Actor): boolean => permissions.has('admin.methods.get');
const heldList = (direction: Direction) =>
  direction === 'payout' ? ('paymentMethod.agents' as const) : ('collectionMethod.agents' as const);
const seesHeld = ({ permissions }: Actor, direction: Direction): boolean =>
  permissions.has(`${heldList(direction)}.get`);

/** What the caller finds channels by, as a filter of definitions: those whose list he may open. Null where he may open none. */
export function openChannels(
  actor: Actor,
): { readonly direction?: Direction; readonly isHeld?: true } | null {
  if (seesDefinitions(actor)) return {};
  const [direction, other] = (['collection', 'payout'] as const).filter((each) => seesHeld(actor, each));
  if (direction === undefined) return null;
  return { isHeld: true, ...(other === undefined && { direction }) };
}

/**
 * Where the caller finds this channel, and stops and starts it; null where he may not open that list, or it does not show the
 * channel, which its senior agent does not have.
 */
export function channelPlace(
  actor: Actor,
  channel: {
    readonly id: bigint;
    readonly named: string;
    readonly direction: Direction;
    readonly isHeld: boolean;
  },
): { readonly screen: string; readonly search: Record<string, string> } | null {
  const { direction, id, isHeld, named } = channel;
  if (seesDefinitions(actor)) {
    const type = direction === 'payout' ? 'payment' : 'collection';
    return { screen: 'admin.methods', search: { type, search: named } };
  }
  if (!isHeld || !seesHeld(actor, direction)) return null;
  return { screen: heldList(direction), search: { method_id: String(id) } };
}
