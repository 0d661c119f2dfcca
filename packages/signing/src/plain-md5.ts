const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const sines = Uint32Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

const turn = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/**
 * MD5 without Node, for pages: browsers have none. Lower hex. It signs nothing new: the v1 and epay forms are older
 * than the knowledge that it is weak.
 */
export function plainMd5(bytes: Uint8Array): string {
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, blocks, at);
  const out = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) out.setInt32(index * 4, word, true);
  return Array.from(new Uint8Array(out.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The message, a one, zeros, and its length in bits, in whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const room = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  room.set(bytes);
  room[bytes.length] = 0x80;
  const view = new DataView(room.buffer);
  view.setBigUint64(room.length - 8, BigInt(bytes.length) * 8n, true);
  return view;
}

function mix(state: Int32Array, blocks: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const [blend, word] = mixed(round, step, b, c, d);
    const sum = (a + blend + (sines[step] ?? 0) + blocks.getInt32(at + word * 4, true)) | 0;
    [a, d, c, b] = [d, c, b, (b + turn(sum, shifts[round * 4 + (step % 4)] ?? 0)) | 0];
  }
  for (const [index, word] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}

function mixed(round: number, step: number, b: number, c: number, d: number): [blend: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}
