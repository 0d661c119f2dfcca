const decimalId = /^[1-9]\d{0,18}$/;

/** True for the decimal string of a positive bigint id; everything else answers "not found", never a fault. */
export function isId(text: string): boolean {
  return decimalId.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
}

/** The number of a collection (C) or payout (P) is the day and its id with at least ten digits; any other text names none (0). */
export function idOfOrderNo(orderNo: string): bigint {
  const digits = /^[CP]\d{6}(\d{10,18})$/.exec(orderNo)?.[1];
  return digits === undefined ? 0n : BigInt(digits);
}
