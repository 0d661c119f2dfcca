import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Locale } from '../../platform/http/locale.ts';
import { allocateCollection, availableMethods } from '../collections/index.ts';
import type { Collections, PayerOrder } from '../collections/index.ts';
import { isPayable } from './choose-page.ts';

/**
 * The payer takes a method: the order gets its way to pay, once, however often and however many at a time he
 * clicks. Refuses `orderExpired`, `methodAlreadyChosen` when it has another one, `methodUnavailable` for what was
 * not offered, and what allocation refuses.
 */
export async function chooseMethodFor(
  collections: Collections,
  order: PayerOrder,
  choice: { readonly method: string; readonly name: string | null; readonly locale: Locale },
): Promise<void> {
  if (order.status === 'pending' && !isPayable(order)) throw new Refusal('orderExpired');
  if (order.status !== 'pending') return;
  if (order.payment !== null) {
    if (order.method === choice.method) return;
    throw new Refusal('methodAlreadyChosen');
  }
  // A provider that was asked before is asked again, for the same payment; the choice cannot change that.
  if (order.channel_account_id === null) {
    const offered = await availableMethods(collections, order, order.now);
    const method = offered.find(({ code }) => code === choice.method);
    if (method === undefined) throw new Refusal('methodUnavailable');
    if (method.needsName && order.real_name === null && choice.name === null) {
      throw new Refusal('payerNameRequired', {
        fields: { name: [translate(choice.locale, 'common.validation.required')] },
      });
    }
  }
  // A name that the merchant or the payer gave before stands.
  const payerName = order.real_name === null ? choice.name : null;
  await allocateCollection(collections, order.id, { method: choice.method, payerName });
}
