import { chooseMethod, getCheckout } from '@suanpan/contract/endpoints/checkout';
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { BackOffice } from './back-office.ts';

/** The token in a checkout address. */
export function tokenOf(checkoutUrl: string): string {
  const token = /[?&]t=([\w-]+)/.exec(checkoutUrl)?.[1];
  if (token === undefined) throw new Error(`${checkoutUrl} has no token`);
  return token;
}

/** A payer with nothing but his link. */
export class Payer {
  readonly token: string;
  readonly #door: BackOffice;

  constructor(url: string, checkoutUrl: string) {
    this.token = tokenOf(checkoutUrl);
    this.#door = new BackOffice(url);
  }

  look(): Promise<CheckoutView> {
    return this.#door.call(getCheckout, { t: this.token });
  }

  choose(method: string, name?: string): Promise<CheckoutView> {
    return this.#door.call(chooseMethod, { t: this.token, method, ...(name !== undefined && { name }) });
  }
}
