/** Where what an alert counted is listed: it is not of today alone, so the list must not be either. */
export function placeOfAlert(path: string): string {
  const isDated = path.startsWith('/wrap/collections.transactions');
  return `${path}${isDated ? `${path.includes('?') ? '&' : '?'}range=all` : ''}`;
}
