import type { Actor } from '../../platform/http/actor.ts';

const lists = ['admin.methods', 'collectionMethod.agents', 'paymentMethod.agents'] as const;

/** Whether the caller may open any list of channels. */
export const findsChannels = ({ permissions }: Actor): boolean =>
  lists.some((list) => permissions.has(`${list}.get`));

/** Where the caller finds this channel, and stops and starts it; null where he may not open that list. */
export function channelPlace(
  { permissions }: Actor,
  channel: { readonly id: bigint; readonly named: string; readonly direction: 'collection' | 'payout' },
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
