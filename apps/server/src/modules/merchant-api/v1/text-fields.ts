/** A moment as the legacy form writes it: Unix seconds. */
export function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

/** What is not known is left out: an empty field takes no part in the signature. */
export function knownFields(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}
