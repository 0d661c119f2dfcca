import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import type { Locale } from '@suanpan/messages/locale';
import { now } from '../../lib/clock.ts';
import { currentLocale } from '../../lib/locale.ts';

declare global {
  interface Window {
    /** What `pay-order.js` has asked for while the page was on its way. */
    payOrder?: {
      readonly token: string;
      readonly locale: Locale;
      readonly askedAtMs: number;
      readonly answer: Promise<Response>;
    };
  }
}

export type PayAction = 'method' | 'payer' | 'paid-claim' | 'cancel';

/** Why a call did not give a view: the link is dead, the server said no, or nothing was heard. */
export class PayFault extends Error {
  override readonly name = 'PayFault';
  readonly kind: 'gone' | 'refused' | 'unreachable';

  constructor(kind: PayFault['kind'], message = '') {
    super(message);
    this.kind = kind;
  }
}

const notFoundCode = 404;
const timeoutMs = 20_000;
/** Whoever waits longer for his order is told that it is on its way. */
const firstViewMs = 2_000;

/** Reads the order of a token, or acts on it. Types only of the contract: its schemas are too heavy for a payer's phone. */
export async function payCall(
  token: string,
  action?: PayAction,
  fields: Record<string, string> = {},
): Promise<CheckoutView> {
  const path = `/api/checkout/${encodeURIComponent(token)}${action === undefined ? '' : `/${action}`}`;
  return viewIn(
    fetch(path, {
      method: action === undefined ? 'GET' : 'POST',
      headers: { 'X-LOCALIZATION': currentLocale(), 'Content-Type': 'application/json' },
      ...(action !== undefined && { body: JSON.stringify(fields) }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
    action,
  );
}

/** An order, and in which language and when, by the browser's clock, it was asked for. */
export interface FirstView {
  readonly view: CheckoutView;
  readonly locale: Locale;
  readonly askedAtMs: number;
}

/** The order as it was when the page came: what has been asked for already, or asked for now. Null where none came in time. */
export async function firstView(token: string): Promise<FirstView | null> {
  const asked = window.payOrder?.token === token ? window.payOrder : undefined;
  const locale = asked?.locale ?? currentLocale();
  const askedAtMs = asked?.askedAtMs ?? now();
  const late = new Promise<null>((resolve) => setTimeout(resolve, firstViewMs, null));
  const view = (asked ? viewIn(asked.answer) : payCall(token)).catch(() => null);
  const first = await Promise.race([view, late]);
  return first && { view: first, locale, askedAtMs };
}

async function viewIn(answer: Promise<Response>, action?: PayAction): Promise<CheckoutView> {
  const response = await answer.catch(() => null);
  if (response === null) throw new PayFault('unreachable');
  const envelope = (await response.json().catch(() => null)) as {
    code: number;
    message: string;
    data: CheckoutView;
  } | null;
  if (envelope === null) throw new PayFault('unreachable');
  if (envelope.code === 0) return envelope.data;
  throw new PayFault(
    envelope.code === notFoundCode && action === undefined ? 'gone' : 'refused',
    envelope.message,
  );
}
