import type { Collections } from '../collections/index.ts';

/** The socket room in which the payers of one order hear that it changed. */
export const checkoutRoom = (orderId: bigint): string => `checkout:${orderId}`;

/** The room that a checkout token admits to, or null: forged, cut or foreign. Asks no database. */
export function hearCheckout(collections: Pick<Collections, 'tokens'>, token: string): string | null {
  const orderId = collections.tokens.read(token);
  return orderId === null ? null : checkoutRoom(orderId);
}
