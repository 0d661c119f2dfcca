const mask = (1n << 64n) - 1n;
const rotate = (word: bigint, by: number): bigint =>
  ((word << BigInt(by)) | (word >> BigInt(64 - by))) & mask;

/** How far each of the 25 lanes turns, and where it goes; the round's constants. All by the definition of Keccak-f[1600]. */
const turns = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];
const rounds = roundConstants();

/** Keccak-256 as Ethereum uses it, which pads otherwise than SHA3-256 does. Lower-case hexadecimal digits. */
export function keccak256(text: string): string {
  const rateBytes = 136;
  const message = new TextEncoder().encode(text);
  const blocks = Math.floor(message.length / rateBytes) + 1;
  const padded = new Uint8Array(blocks * rateBytes);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const view = new DataView(padded.buffer);
  let state: bigint[] = Array.from({ length: 25 }, () => 0n);
  for (let block = 0; block < blocks; block += 1) {
    state = state.map((lane, n) =>
      n < rateBytes / 8 ? lane ^ view.getBigUint64(block * rateBytes + n * 8, true) : lane,
    );
    for (const constant of rounds) state = turn(state, constant);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.slice(0, 4).forEach((lane, n) => digest.setBigUint64(n * 8, lane, true));
  return Buffer.from(digest.buffer).toString('hex');
}

function turn(state: readonly bigint[], constant: bigint): bigint[] {
  const at = (lanes: readonly bigint[], n: number): bigint => lanes[n] ?? 0n;
  const columns = [0, 1, 2, 3, 4].map((x) =>
    [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ at(state, x + y), 0n),
  );
  const mixed = state.map((lane, n) => lane ^ at(columns, (n + 4) % 5) ^ rotate(at(columns, (n + 1) % 5), 1));
  const moved: bigint[] = Array.from({ length: 25 }, () => 0n);
  for (const [n, lane] of mixed.entries()) {
    const x = n % 5;
    const y = Math.floor(n / 5);
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lane, turns[n] ?? 0);
  }
  return moved.map((lane, n) => {
    const row = n - (n % 5);
    const next = lane ^ (~at(moved, row + ((n + 1) % 5)) & mask & at(moved, row + ((n + 2) % 5)));
    return n === 0 ? next ^ constant : next;
  });
}

function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ ((register & 0x80) === 0 ? 0 : 0x171);
    }
    return constant;
  });
}
