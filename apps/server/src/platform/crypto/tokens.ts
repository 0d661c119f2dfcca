import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** An opaque token of `bytes` random bytes (256 bits by default), base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** SHA-256 as lower hex. For high-entropy tokens this is how they are stored; passwords use `hashPassword`. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares in a time that does not depend on where the two differ, nor on their lengths. */
export function constantTimeEqual(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
