import { randomToken } from '../crypto/tokens.ts';

const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Headers of every answer: data answers may load nothing at all. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** A fresh nonce for the style elements of one page. */
export function styleNonce(): string {
  return randomToken(16);
}

/** Headers of an HTML page of the web application; the nonce stands in the page too. */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // No text becomes markup or a script but by the one policy of the page (apps/web, lib/trusted-text).
      "require-trusted-types-for 'script'",
      'trusted-types default',
      'report-uri /csp-report',
    ].join('; '),
    'cache-control': 'no-cache',
  };
}
