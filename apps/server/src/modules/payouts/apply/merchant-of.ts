import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { findMerchant, ownMerchant } from '../../orders/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';

/**
 * For whom somebody pays out by hand: himself, or the merchant whom he names. Refuses whoever may not, a merchant who is not
 * named, and `notFound` for an absent one and for one of another tree alike.
 */
export async function merchantOf(
  db: Database,
  { actor, locale }: Pick<RequestContext, 'actor' | 'locale'>,
  right: Permission,
  named: string | undefined,
): Promise<MerchantInScope> {
  requireRight(actor, right);
  const id = named === undefined ? ownMerchant(actor.scope) : BigInt(named);
  if (id === null) {
    const says = translate(locale, 'payment.required.customer_id');
    throw new Refusal('fillCompleteData', { fields: { customer_id: [says] } });
  }
  const merchant = await findMerchant(db.app, actor.scope, id);
  if (merchant === undefined) throw new Refusal('notFound');
  return merchant;
}

/** A senior agent whom the platform has not allowed it is told so (domain §7). */
export function requireRight({ permissions, roleName }: Actor, right: Permission): void {
  if (permissions.has(right)) return;
  throw new Refusal(roleName === 'agent' ? 'manualPayoutNotAllowed' : 'forbidden');
}
