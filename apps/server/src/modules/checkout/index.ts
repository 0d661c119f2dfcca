/**
 * The payer's side of an order. Promises: a token opens one order and tells nothing else of the merchant; a way to
 * pay is found once, however often it is asked for; an account is never shown after the time to pay is over.
 */
export { openCheckout } from './checkout.routes.ts';
