import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { Refusal } from '@suanpan/domain/errors';
import { checkoutTokenHours } from '@suanpan/domain/limits';
import type { Locale } from '@suanpan/messages/locale';
import { availableMethods, findPayerOrder } from '../collections/index.ts';
import type { Collections, PayerOrder } from '../collections/index.ts';
import { brandingOf } from '../settings/index.ts';
import type { Maintenance } from '../settings/index.ts';
import { presentCheckout } from './checkout.present.ts';
import { isPayable } from './choose-page.ts';

const hourMs = 3_600_000;

/**
 * The order that a token opens. Refuses `notFound` for a token that is forged or cut, and for one whose order has
 * been final for a day: all three look the same, so nobody learns which orders exist. Refuses
 * `addressBlocked` for an address on the list of the order's senior agent.
 */
export async function openByToken(collections: Collections, token: string, ip: string): Promise<PayerOrder> {
  const orderId = collections.tokens.read(token);
  const order = orderId === null ? undefined : await findPayerOrder(collections.db.app, orderId);
  if (order === undefined || isForgotten(order)) throw new Refusal('notFound');
  collections.gate?.refuseVisitor({ agentId: order.agent_id, ip });
  return order;
}

/** The same for an act of the payer: an address on a block list looks and does nothing. Refuses `blockedPayer`. */
export async function openForAct(collections: Collections, token: string, ip: string): Promise<PayerOrder> {
  const order = await openByToken(collections, token, ip);
  collections.gate?.refusePayer({ agentId: order.agent_id, ip });
  return order;
}

/** The page of an order as its payer sees it at this moment. */
export async function readCheckout(
  collections: Collections,
  token: string,
  { ip, locale, sign }: { readonly ip: string; readonly locale: Locale; readonly sign: Maintenance | null },
): Promise<CheckoutView> {
  const order = await openByToken(collections, token, ip);
  const [branding, methods] = await Promise.all([
    brandingOf(collections.db.app, order.agent_id),
    isPayable(order) && order.payment === null ? availableMethods(collections, order, order.now) : [],
  ]);
  return presentCheckout(order, branding, methods, { locale, sign, token });
}

function isForgotten({ completed_at: completedAt, now, status }: PayerOrder): boolean {
  if (status === 'pending' || completedAt === null) return false;
  return now.getTime() - completedAt.getTime() > checkoutTokenHours * hourMs;
}
