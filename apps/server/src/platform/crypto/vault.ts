import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Secrets at rest and keyed look-ups. A `purpose` binds a value to its column, so that values cannot be swapped. */
export interface Vault {
  /** AES-256-GCM with a fresh nonce: `v1.<key id>.<nonce>.<ciphertext and tag>`, base64url parts. */
  seal(plain: string, purpose: string): string;
  /** Throws when the text was changed, sealed for another purpose, or its key id is unknown. */
  open(sealed: string, purpose: string): string;
  /** Whether `sealed` should be sealed again because it stands under an older key. */
  isStale(sealed: string): boolean;
  /** HMAC-SHA256 as lower hex: equal values of one purpose give equal hashes; useless without the key. */
  keyedHash(value: string, purpose: string): string;
  /** 32 bytes derived for one named use (cookie signing, role passwords …). */
  deriveKey(use: string): Buffer;
}

export function createVault(secrets: Secrets): Vault {
  const derive = (key: Buffer, use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `suanpan ${use}`, 32));
  const keys = new Map(secrets.sealing.map(({ id, key }) => [id, derive(key, 'seal')]));
  const newest = secrets.sealing[0];
  if (newest === undefined) throw new Error('No sealing key');
  const lookup = derive(secrets.lookup, 'lookup');

  return {
    seal(plain, purpose) {
      const key = keys.get(newest.id);
      if (key === undefined) throw new Error('No sealing key');
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${newest.id}.${nonce.toString('base64url')}.${body.toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, id, nonce, body] = sealed.split('.');
      const key = keys.get(id ?? '');
      if (version !== 'v1' || key === undefined || nonce === undefined || body === undefined) {
        throw new Error('This sealed value is damaged or its key is missing');
      }
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
    },
    isStale: (sealed) => sealed.split('.')[1] !== newest.id,
    keyedHash: (value, purpose) => createHmac('sha256', lookup).update(`${purpose}\0${value}`).digest('hex'),
    deriveKey: (use) => derive(secrets.lookup, use),
  };
}
