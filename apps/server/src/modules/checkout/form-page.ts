import { randomBytes } from 'node:crypto';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { RawReply } from '../../platform/http/bind-raw.ts';
import type { PayerForm } from '../channels/index.ts';

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => named[character] ?? '');

/**
 * A page that sends a payer's browser on with a provider's form; a button for browsers that do not move by themselves.
 * It may do that alone: send this form to its provider, run its own line, and nothing else.
 */
export function formPage({ action, fields }: PayerForm, locale: Locale): RawReply {
  const nonce = randomBytes(16).toString('base64');
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('\n');
  const go = escape(translate(locale, 'checkout.gateway.manual'));
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        // Where the provider sends the browser on to is the provider's matter, over a safe line.
        `form-action ${new URL(action).origin} https:`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    body: `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${go}</title>
<form method="post" action="${escape(action)}" accept-charset="utf-8">
${inputs}
<p><button>${go}</button></p>
</form>
<script nonce="${nonce}">document.forms[0].submit()</script>
</html>
`,
  };
}
