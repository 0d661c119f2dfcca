import { isUtf8 } from 'node:buffer';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a text is not taken although a parser might: each leaves room for two readings of one request. */
export class StrictJsonFault extends Error {
  override readonly name = 'StrictJsonFault';
  readonly reason: 'syntax' | 'repeated' | 'depth' | 'key';
  /** The key that stands in the way, for `key`. */
  readonly key: string | undefined;

  constructor(reason: StrictJsonFault['reason'], key?: string) {
    super(reason);
    this.reason = reason;
    this.key = key;
  }
}

export function isForbiddenKey(key: string): boolean {
  return forbiddenKeys.has(key);
}

/**
 * Strict JSON from raw bytes: valid UTF-8, one value, no field twice in one object, no prototype keys, no more than
 * `depthLimit` levels. Throws a StrictJsonFault.
 */
export function readStrictJson(raw: Buffer, depthLimit: number): unknown {
  let value: unknown;
  try {
    if (!isUtf8(raw)) throw new SyntaxError('not UTF-8');
    value = JSON.parse(raw.toString('utf8'));
  } catch {
    throw new StrictJsonFault('syntax');
  }
  // JSON.parse keeps the last of two fields of one name; a signer may have meant the first. In valid JSON every
  // field has one colon outside of strings, so more colons than fields means that some were given twice.
  if (countColons(raw) !== countFields(value, depthLimit)) throw new StrictJsonFault('repeated');
  return value;
}

function countColons(raw: Buffer): number {
  let colons = 0;
  let inText = false;
  for (let place = 0; place < raw.length; place += 1) {
    const byte = raw[place];
    if (inText) {
      if (byte === backslash) place += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === colon) colons += 1;
  }
  return colons;
}

/** The limit also keeps this walk itself from running out of stack. */
function countFields(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) throw new StrictJsonFault('depth');
  let fields = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) throw new StrictJsonFault('key', key);
    if (!Array.isArray(value)) fields += 1;
    fields += countFields(inner, levels - 1);
  }
  return fields;
}
