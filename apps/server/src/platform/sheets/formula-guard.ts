/** What a spreadsheet would take for a formula, full-width forms and blanks before included. */
const formula = /^[\s\u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** A plain signed number is what it looks like. */
const signedNumber = /^[+-]?\d{1,15}(?:\.\d{1,8})?$/;
/** Where a spreadsheet that is set to another separator than ours begins a new cell, whatever we have quoted. */
const separators = /([;|\t\r\n])/;

/**
 * Text as a spreadsheet may read it: whatever could begin a formula, in its own cell or in one that another separator makes
 * of it, is led by a quote, and so is shown as text.
 */
export function guardFormula(text: string): string {
  const [first = '', ...others] = text.split(separators);
  const rest = others.map((part, place) => (place % 2 === 1 && isFormula(part) ? `'${part}` : part)).join('');
  return `${isFormula(text) ? "'" : ''}${first}${rest}`;
}

function isFormula(text: string): boolean {
  return formula.test(text) && !signedNumber.test(text);
}
