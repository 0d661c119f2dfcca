const unit = 1_000_000n;

/** One whole unit of a currency, in micro units. */
export const oneMajorMicro = unit;

/**
 * Reads a positive decimal string of major units into micro units (6 decimals, enough for every currency here).
 * Answers null for anything that is not plainly such a number.
 */
export function parseDecimal(text: string): bigint | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!parts) return null;
  return BigInt(parts[1] ?? '0') * unit + BigInt((parts[2] ?? '').padEnd(6, '0'));
}

/** Writes micro units as a decimal string trimmed to at least two decimals. */
export function formatDecimal(micro: bigint): string {
  const size = micro < 0n ? -micro : micro;
  const fraction = (size % unit)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micro < 0n ? '-' : ''}${size / unit}.${fraction}`;
}

/** The same with thousands separators, for pages. */
export function displayDecimal(micro: bigint): string {
  const [whole = '', fraction = ''] = formatDecimal(micro).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Writes micro units without decimals, as providers do that know none. */
export const wholeUnits = (micro: bigint): string => (micro / unit).toString();
