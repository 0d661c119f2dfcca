const decimalId = /^[1-9]\d{0,18}$/;

/** True for the decimal string of a positive bigint id; everything else answers "not found", never a fault. */
export function isId(text: string): boolean {
  return decimalId.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
}
