import { hash } from 'node:crypto';
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { patterns } from '@suanpan/contract/patterns';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { RawReply, RawRoute } from '../../platform/http/bind-raw.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { isLocale } from '@suanpan/messages/locale';
import type { Collections } from '../collections/index.ts';
import { isPayable } from './choose-page.ts';
import { openByToken } from './read-checkout.ts';

const script = 'document.forms[0].submit()';
/** Nothing runs on this page but its one line, and the form goes only where web addresses are kept from being read. */
const scriptHash = hash('sha256', script, 'base64');

/**
 * The page that posts a form to the provider: by itself, or by its button where no script runs. Every value is escaped:
 * what a provider or a merchant wrote stays a value. An order that cannot be paid now leads to its own page, which says why.
 */
export function formRoute(collections: Collections, admit: (ip: string) => Promise<void>): RawRoute {
  return {
    method: 'GET',
    path: '/pay/form/{t}',
    async handle({ ip, locale, params }): Promise<RawReply> {
      await admit(ip);
      const token = params['t'] ?? '';
      const found = await find(collections, token, ip);
      if (found === undefined) {
        const t = patterns.checkoutToken.test(token) ? token : '';
        return { status: 303, headers: { location: `/pay/#/gateway?t=${t}` } };
      }
      const { form, language } = found;
      return {
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': `default-src 'none'; script-src 'sha256-${scriptHash}'; form-action ${new URL(form.url).origin} https:; base-uri 'none'; frame-ancestors 'none'`,
        },
        body: pageOf(form, language ?? locale),
      };
    },
  };
}

type Form = Extract<Payment, { type: 'form' }>;

async function find(
  collections: Collections,
  token: string,
  ip: string,
): Promise<{ readonly form: Form; readonly language: Locale | null } | undefined> {
  try {
    const order = await openByToken(collections, token, ip);
    const payment = order.payment as Payment | null;
    if (!isPayable(order) || payment?.type !== 'form' || !/^https?:\/\//.test(payment.url)) return undefined;
    return { form: payment, language: isLocale(order.locale) ? order.locale : null };
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'notFound') return undefined;
    throw error;
  }
}

function pageOf({ fields, url }: Form, locale: Locale): string {
  const say = (key: 'title' | 'gateway.hint' | 'gateway.manual'): string =>
    escaped(translate(locale, `checkout.${key}`));
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">`,
    `<title>${say('title')}</title></head><body><p>${say('gateway.hint')}</p>`,
    `<form method="post" action="${escaped(url)}" accept-charset="utf-8">${inputs.join('')}`,
    `<button type="submit">${say('gateway.manual')}</button></form><script>${script}</script></body></html>`,
  ].join('');
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
