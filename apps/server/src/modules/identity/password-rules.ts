/** One spelling for what looks the same, so that a password fits however a keyboard composes it. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}
