import { hash } from 'node:crypto';
import { equalText } from './equal-text.ts';

/** What a shop and ECPay share. */
export interface EcpayKeys {
  readonly hashKey: string;
  readonly hashIv: string;
}

export type EcpayFields = Readonly<Record<string, string>>;

/** Its name stands in the form beside the fields that it is made of. */
export const macField = 'CheckMacValue';

/**
 * ECPay's signature of a form: the fields by name without regard to case, empty ones too, between key and IV, written as
 * PHP's urlencode does, in lower case and with `- _ . ! * ( )` as they are; upper hex.
 */
export function checkMacValue(
  fields: EcpayFields,
  { hashIv, hashKey }: EcpayKeys,
  algorithm: 'sha256' | 'md5' = 'sha256',
): string {
  const named = Object.entries(fields)
    .filter(([name]) => name !== macField)
    .toSorted(([a], [b]) => byName(a.toLowerCase(), b.toLowerCase()))
    .map(([name, value]) => `${name}=${value}&`)
    .join('');
  return hash(algorithm, phpUrl(`HashKey=${hashKey}&${named}HashIV=${hashIv}`), 'hex').toUpperCase();
}

/** The fields with their signature. */
export function signEcpay(fields: EcpayFields, keys: EcpayKeys): Record<string, string> {
  return { ...fields, [macField]: checkMacValue(fields, keys) };
}

/** Whether the fields carry the signature of these keys; compared in constant time. */
export function verifyEcpay(fields: EcpayFields, keys: EcpayKeys): boolean {
  return equalText(checkMacValue(fields, keys), fields[macField] ?? '');
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What encodeURIComponent leaves and PHP does not, and the other way round, after ECPay's own replacements. */
function phpUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll("'", '%27')
    .replaceAll('~', '%7e')
    .toLowerCase();
}

/** The shop that ECPay publishes for tests on its stage. */
export const ecpayTestShop = {
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
} as const;
