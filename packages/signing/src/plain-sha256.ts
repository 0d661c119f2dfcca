const primes = [...takePrimes(64)];
/** The first 32 bits of the fractions of roots of primes, as the standard has them. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
const starts = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 without Node or Web Crypto, which a page has only under TLS or on this very machine: what a person signs in
 * a page to compare shall work wherever the page does.
 */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(starts);
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, blocks, at);
  const out = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) out.setInt32(index * 4, word);
  return new Uint8Array(out.buffer);
}

/** HMAC-SHA256 of a text with a key, see `plainSha256`. */
export function plainHmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? plainSha256(key) : key);
  const inner = plainSha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return plainSha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function* takePrimes(count: number): Generator<number> {
  const found: number[] = [];
  for (let next = 2; found.length < count; next += 1) {
    if (found.some((prime) => next % prime === 0)) continue;
    found.push(next);
    yield next;
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

/** The message, a one, zeros, and its length in bits, in whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const room = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  room.set(bytes);
  room[bytes.length] = 0x80;
  const view = new DataView(room.buffer);
  view.setBigUint64(room.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function mix(state: Int32Array, blocks: DataView, at: number): void {
  const words = schedule(blocks, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [step, word] of words.entries()) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + (rounds[step] ?? 0) + word) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = ((state[index] ?? 0) + word) | 0;
  }
}

function schedule(blocks: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  for (let step = 0; step < 64; step += 1) {
    if (step < 16) {
      words[step] = blocks.getInt32(at + step * 4);
      continue;
    }
    const early = words[step - 15] ?? 0;
    const late = words[step - 2] ?? 0;
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[step] = ((words[step - 16] ?? 0) + small + (words[step - 7] ?? 0) + large) | 0;
  }
  return words;
}
