/** Kinds of payment that have words of their own (`checkout.kinds`); a channel may name others, which are shown as they are. */
export const paymentKinds = [
  'bank_transfer',
  'qr',
  'redirect',
  'cvs',
  'barcode',
  'wechat',
  'alipay',
  'crypto',
  'line_pay',
  'jkopay',
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export function paymentKindOf(text: string): PaymentKind | undefined {
  return paymentKinds.find((kind) => kind === text);
}
