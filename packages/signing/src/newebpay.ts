import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { equalText } from './equal-text.ts';

/** What a shop and NewebPay share: a key of 32 bytes and an IV of 16. */
export interface NewebpayKeys {
  readonly hashKey: string;
  readonly hashIv: string;
}

const upperHash = (text: string): string => hash('sha256', text, 'hex').toUpperCase();

/** The fields as a query string, encrypted: AES-256-CBC, lower hex. */
export function encryptTradeInfo(plain: string, { hashIv, hashKey }: NewebpayKeys): string {
  const cipher = createCipheriv('aes-256-cbc', hashKey, hashIv);
  return cipher.update(plain, 'utf8', 'hex') + cipher.final('hex');
}

/**
 * What was encrypted, or null where it was not by these keys. Both paddings that are met are taken off: to blocks of 16
 * and of 32 bytes.
 */
export function decryptTradeInfo(encrypted: string, { hashIv, hashKey }: NewebpayKeys): string | null {
  if (!/^(?:[0-9a-f]{32})+$/i.test(encrypted)) return null;
  const decipher = createDecipheriv('aes-256-cbc', hashKey, hashIv).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(encrypted, 'hex'), decipher.final()]);
  const size = padded.at(-1) ?? 0;
  if (size < 1 || size > 32 || size > padded.length) return null;
  const isPadding = padded.subarray(-size).every((byte) => byte === size);
  return isPadding ? padded.subarray(0, -size).toString('utf8') : null;
}

/** The signature of what was encrypted. */
export function tradeSha(tradeInfo: string, { hashIv, hashKey }: NewebpayKeys): string {
  return upperHash(`HashKey=${hashKey}&${tradeInfo}&HashIV=${hashIv}`);
}

export const verifyTradeSha = (tradeInfo: string, given: string, keys: NewebpayKeys): boolean =>
  equalText(tradeSha(tradeInfo, keys), given);

/** An order as the check values name it. */
interface NewebpayOrder {
  readonly amount: string;
  readonly merchantId: string;
  readonly orderNo: string;
}

/** The signature of a question. */
export function checkValue({ amount, merchantId, orderNo }: NewebpayOrder, keys: NewebpayKeys): string {
  const named = `Amt=${amount}&MerchantID=${merchantId}&MerchantOrderNo=${orderNo}`;
  return upperHash(`IV=${keys.hashIv}&${named}&Key=${keys.hashKey}`);
}

/** The signature of an answer. */
export function checkCode(
  { amount, merchantId, orderNo, tradeNo }: NewebpayOrder & { readonly tradeNo: string },
  keys: NewebpayKeys,
): string {
  const named = `Amt=${amount}&MerchantID=${merchantId}&MerchantOrderNo=${orderNo}&TradeNo=${tradeNo}`;
  return upperHash(`HashIV=${keys.hashIv}&${named}&HashKey=${keys.hashKey}`);
}

/** The shop of our own sandbox: NewebPay publishes none, every test shop has its own keys. */
export const newebpaySandboxShop = {
  merchantId: 'MS300000001',
  hashKey: 'SuanpanSandboxHashKey00000000001',
  hashIv: 'SuanpanSandboxIV',
} as const;
