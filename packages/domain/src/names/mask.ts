/** A name as a list shows it: its first character, and one mark for each that follows. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim();
  return first + '*'.repeat(Math.max(1, rest.filter((character) => character.trim() !== '').length));
}

/**
 * Cards show their first six and last four, shorter account numbers the last four (reliability C43). It goes by whole
 * characters, since half of one can be neither kept nor shown.
 */
export function maskCard(card: string): string {
  const characters = [...card];
  const { length } = characters;
  const last = characters.slice(-4).join('');
  if (length >= 13) return `${characters.slice(0, 6).join('')}${'*'.repeat(length - 10)}${last}`;
  if (length > 6) return `${'*'.repeat(length - 4)}${last}`;
  return '*'.repeat(length);
}
