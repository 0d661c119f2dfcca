import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { currentLocale } from '../../lib/locale.ts';

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

/** Reads the order of a token, or acts on it. Types only of the contract: its schemas are too heavy for a payer's phone. */
export async function payCall(
  token: string,
  action?: PayAction,
  fields: Record<string, string> = {},
): Promise<CheckoutView> {
  const path = `/api/checkout/${encodeURIComponent(token)}${action === undefined ? '' : `/${action}`}`;
  let response: Response;
  try {
    response = await fetch(path, {
      method: action === undefined ? 'GET' : 'POST',
      headers: { 'X-LOCALIZATION': currentLocale(), 'Content-Type': 'application/json' },
      ...(action !== undefined && { body: JSON.stringify(fields) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new PayFault('unreachable');
  }
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
