const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Shows a decimal string with two decimals and thousands separators, cutting digits toward zero (specification
 * §5). Anything that is not a plain decimal shows 0.00, and nothing ever shows −0.00.
 */
export function display2(text: string | null | undefined): string {
  return displayTruncated(text, 2);
}

/** As display2 with four decimals, for rates, fees and ledger entries. */
export function display4(text: string | null | undefined): string {
  return displayTruncated(text, 4);
}

/** How many, a whole number, with thousands separators; without `Intl`, which takes tens of milliseconds to begin with. */
export function displayCount(count: number): string {
  return grouped(String(count));
}

/** To its last digit, as wallets take it: no separators, and no zeros at the end beyond two decimals. */
export function plainAmount(text: string): string {
  return text.replace(/(\.\d{2}\d*?)0+$/, '$1');
}

/** To its last digit, as a sentence tells it: thousands separators, and no zeros at the end beyond two decimals. */
export function displayExact(text: string): string {
  const [whole = '', ...fraction] = plainAmount(text).split('.');
  return [grouped(whole), ...fraction].join('.');
}

function displayTruncated(text: string | null | undefined, decimals: number): string {
  const match = typeof text === 'string' ? plainDecimal.exec(text) : null;
  const whole = (match?.[2] ?? '0').replace(/^0+(?=\d)/, '');
  const fraction = (match?.[3] ?? '').slice(0, decimals).padEnd(decimals, '0');
  const isZero = /^0*$/.test(whole + fraction);
  const sign = match?.[1] === '-' && !isZero ? '-' : '';
  return `${sign}${grouped(whole)}.${fraction}`;
}

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');
