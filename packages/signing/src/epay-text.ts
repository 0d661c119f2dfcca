import { compareByteOrder } from './byte-order.ts';
import { UnsafeParamV1 } from './v1-text.ts';
import type { ParamsV1 } from './v1-text.ts';

/**
 * The text under an epay signature, the merchant's key not yet behind it: parameters that are not empty, without `sign`
 * and `sign_type`, names in byte order, raw `name=value` joined by `&`.
 * @throws UnsafeParamV1 for a name that is none, and for a text that with the key behind it would be one of the v1 form,
 * which has the same secret.
 */
export function epayText(params: ParamsV1): string {
  const names = Object.keys(params)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && params[name] !== '')
    .sort(compareByteOrder);
  for (const name of names) if (name === '' || /[&=]/.test(name)) throw new UnsafeParamV1(name);
  const text = names.map((name) => `${name}=${params[name] ?? ''}`).join('&');
  if (text.endsWith('&key=')) throw new UnsafeParamV1(names.at(-1) ?? '');
  return text;
}
