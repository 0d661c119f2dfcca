const shownEnd = 4;

/**
 * What may be told of credentials: the end of each, of one that is long enough that this says nothing of the rest; of a
 * shorter one that it is there.
 */
export function maskAll(credentials: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      value.length >= shownEnd * 4 ? `…${value.slice(-shownEnd)}` : '…',
    ]),
  );
}
