import { hash } from 'node:crypto';
import { epayText } from './epay-text.ts';
import { equalText } from './equal-text.ts';
import { UnsafeParamV1 } from './v1-text.ts';
import type { ParamsV1 } from './v1-text.ts';

/**
 * Signs epay parameters: lower hex MD5 of `epayText` with the key right behind it.
 * @throws UnsafeParamV1 as `epayText` does.
 */
export function signEpay(params: ParamsV1, key: string): string {
  return hash('md5', `${epayText(params)}${key}`, 'hex');
}

/** Verifies the `sign` parameter in constant time; capitals are taken too, as some plugins write them. */
export function verifyEpay(params: ParamsV1, key: string): boolean {
  const given = Object.hasOwn(params, 'sign') ? (params['sign'] ?? '') : '';
  try {
    return equalText(signEpay(params, key), given.toLowerCase());
  } catch (error) {
    if (error instanceof UnsafeParamV1) return false;
    throw error;
  }
}
