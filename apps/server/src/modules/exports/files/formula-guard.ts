/** What a spreadsheet would take for a formula at the beginning of a cell, full-width forms and blanks before included. */
const formula = /^[\s\u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** A plain signed number is what it looks like. */
const signedNumber = /^[+-]?\d{1,15}(?:\.\d{1,8})?$/;

/** Text as a spreadsheet may read it: whatever could begin a formula is led by a quote, and so is shown as text. */
export function guardFormula(text: string): string {
  return formula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
}
