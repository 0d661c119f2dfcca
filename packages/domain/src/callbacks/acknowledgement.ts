/** The forms of the merchant API; v1 and epay are off until somebody gives a merchant one of them. */
export const apiVersions = ['v2', 'v1', 'epay'] as const;
/** The form a merchant is written to: it decides what counts as an acknowledgement. */
export type ApiVersion = (typeof apiVersions)[number];

/**
 * Whether an answer acknowledges a callback: v2 any 2xx; v1 and epay a 2xx whose body, trimmed and case-insensitive, is
 * exactly `success` or `ok` (domain §4). Redirects are failures.
 */
export function isAcknowledged(version: ApiVersion, httpStatus: number, body: string): boolean {
  if (httpStatus < 200 || httpStatus > 299) return false;
  return version === 'v2' || /^(success|ok)$/i.test(body.trim());
}
