import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { patterns } from '@suanpan/contract/patterns';
import { Refusal } from '@suanpan/domain/errors';
import { isLocale } from '@suanpan/messages/locale';
import type { RawRoute } from '../../platform/http/bind-raw.ts';
import type { PayerForm } from '../channels/index.ts';
import { payerFormOf } from '../collections/index.ts';
import type { Collections, PayerOrder } from '../collections/index.ts';
import { isPayable } from './choose-page.ts';
import { formPage } from './form-page.ts';
import { formPath } from './form-path.ts';
import { openForAct } from './read-checkout.ts';

/**
 * The payer's form for his provider, the one that was kept or one made anew. An order that is over, of another kind or of
 * nobody leads to its page, which says why.
 */
export function formRoute(collections: Collections, admit: (ip: string) => Promise<void>): RawRoute {
  return {
    method: 'GET',
    path: formPath('{t}'),
    async handle({ ip, locale, params }) {
      await admit(ip);
      const token = params['t'] ?? '';
      const order = await openForAct(collections, token, ip).catch((error: unknown) => {
        if (error instanceof Refusal && error.refusal === 'notFound') return null;
        throw error;
      });
      const form = order !== null && isPayable(order) ? await formOf(collections, order) : null;
      if (order === null || form === null) {
        const t = patterns.checkoutToken.test(token) ? token : '';
        return { status: 303, headers: { location: `/pay/#/gateway?t=${t}` } };
      }
      return formPage(form, isLocale(order.locale) ? order.locale : locale);
    },
  };
}

async function formOf(collections: Collections, order: PayerOrder): Promise<PayerForm | null> {
  const payment = order.payment as Payment | null;
  if (payment?.type !== 'form') return payerFormOf(collections, order);
  // A provider's address, and nothing that a browser would run.
  return /^https?:\/\//.test(payment.url) ? { action: payment.url, fields: payment.fields } : null;
}
