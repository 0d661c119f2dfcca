import { hash } from 'node:crypto';
import { equalText } from './equal-text.ts';
import { canonicalV1, UnsafeParamV1 } from './v1-text.ts';
import type { ParamsV1 } from './v1-text.ts';

/** Seconds the `timestamp` field of a v1 request may differ from the clock of the server (merchant-api.md §3). */
export const timestampToleranceV1S = 600;

/**
 * Signs v1 parameters: upper hex MD5 of the base string followed by `&key=SECRET`.
 * @throws UnsafeParamV1 as `canonicalV1` does.
 */
export function signV1(params: ParamsV1, secret: string): string {
  return hash('md5', `${canonicalV1(params)}&key=${secret}`, 'hex').toUpperCase();
}

/** Verifies the `sign` parameter in constant time; parameters that cannot be signed are never verified. */
export function verifyV1(params: ParamsV1, secret: string): boolean {
  const given = Object.hasOwn(params, 'sign') ? (params['sign'] ?? '') : '';
  try {
    return equalText(signV1(params, secret), given);
  } catch (error) {
    if (error instanceof UnsafeParamV1) return false;
    throw error;
  }
}
