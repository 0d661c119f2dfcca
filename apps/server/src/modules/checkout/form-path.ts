/** Where the form of an order stands that its provider wants to be sent by the payer's browser. */
export function formPath(token: string): string {
  return `/api/checkout/${token}/form`;
}
