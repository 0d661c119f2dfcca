/** The form a merchant is written to: it decides what counts as an acknowledgement. */
export type ApiVersion = 'v1' | 'v2';

/**
 * Whether an answer acknowledges a callback: v2 any 2xx; v1 a 2xx whose body, trimmed and case-insensitive, is
 * exactly `success` or `ok` (domain §4). Redirects are failures.
 */
export function isAcknowledged(version: ApiVersion, httpStatus: number, body: string): boolean {
  if (httpStatus < 200 || httpStatus > 299) return false;
  return version === 'v2' || /^(success|ok)$/i.test(body.trim());
}
