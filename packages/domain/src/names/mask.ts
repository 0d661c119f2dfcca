/** A name as a list shows it: its first character, and one mark for each that follows. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim();
  return first + '*'.repeat(Math.max(1, rest.filter((character) => character.trim() !== '').length));
}

/** Cards show their first six and last four, shorter account numbers the last four (reliability C43). */
export function maskCard(card: string): string {
  if (card.length >= 13) return `${card.slice(0, 6)}${'*'.repeat(card.length - 10)}${card.slice(-4)}`;
  if (card.length > 6) return `${'*'.repeat(card.length - 4)}${card.slice(-4)}`;
  return '*'.repeat(card.length);
}
