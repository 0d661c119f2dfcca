/** Where the form of an order stands that its provider wants to be posted by the payer's browser. */
export function formPath(token: string): string {
  return `/pay/form/${token}`;
}
