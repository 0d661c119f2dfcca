import { compareByteOrder } from './byte-order.ts';

/** Flat parameters of the v1 form; an empty value takes no part in the signature. */
export type ParamsV1 = Readonly<Record<string, string>>;

/**
 * A parameter that could be read as the end of the base string. The form is not escaped, so `&key=` inside a value
 * (or a parameter named `key`) would let somebody move the border between the parameters and the secret.
 */
export class UnsafeParamV1 extends Error {
  readonly param: string;
  constructor(param: string) {
    super(`parameter ${JSON.stringify(param)} cannot be signed in the v1 form`);
    this.name = 'UnsafeParamV1';
    this.param = param;
  }
}

const isSafe = (name: string, value: string): boolean =>
  name !== 'key' && !/[&=]/.test(name) && !value.includes('&key=');

/**
 * The base string without the secret: parameters that are not empty, without `sign`, names in byte order, raw
 * `name=value` joined by `&`.
 * @throws UnsafeParamV1 when a parameter would make the base string ambiguous.
 */
export function canonicalV1(params: ParamsV1): string {
  const pairs: string[] = [];
  for (const name of Object.keys(params).sort(compareByteOrder)) {
    const value = params[name] ?? '';
    if (name === 'sign' || value === '') continue;
    if (!isSafe(name, value)) throw new UnsafeParamV1(name);
    pairs.push(`${name}=${value}`);
  }
  return pairs.join('&');
}
