/** What plugins call a way to pay, and the codes under which merchants usually have it here. */
export const epayTypes: Readonly<Record<string, readonly string[]>> = {
  alipay: ['qr'],
  wxpay: ['wechat', 'qr'],
  bank: ['bank_transfer'],
  usdt: ['usdt'],
};
