import type { PictureReader } from './picture.ts';

const fourCc = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

/** One still picture (VP8 or VP8L, with its alpha) in a RIFF of exactly its length; metadata is left out. */
export const readWebp: PictureReader = (bytes) => {
  if (bytes.length < 30 || fourCc(bytes, 0) !== 'RIFF' || fourCc(bytes, 8) !== 'WEBP') return undefined;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  let picture: Buffer | undefined;
  let alpha: Buffer | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return undefined;
    const name = fourCc(bytes, at);
    const chunk = bytes.subarray(at, end);
    if (name === 'ANIM' || name === 'ANMF') return undefined;
    if (name === 'VP8 ' || name === 'VP8L') {
      if (picture !== undefined) return undefined;
      picture = chunk;
    }
    if (name === 'ALPH') alpha = chunk;
    at = end;
  }
  const size = picture === undefined ? undefined : sizeOf(picture);
  if (picture === undefined || size === undefined) return undefined;
  const chunks = alpha === undefined ? [picture] : [extended(size), alpha, picture];
  return { mime: 'image/webp', bytes: riff(chunks), ...size };
};

function sizeOf(chunk: Buffer): { width: number; height: number } | undefined {
  if (fourCc(chunk, 0) === 'VP8L') {
    if (chunk.length < 13 || chunk[8] !== 0x2f) return undefined;
    const bits = chunk.readUInt32LE(9);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk.length < 18 || chunk.readUIntBE(11, 3) !== 0x9d012a) return undefined;
  return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
}

/** The header that a picture with an alpha chunk needs, and that says of nothing else. */
function extended({ width, height }: { width: number; height: number }): Buffer {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8X', 0, 'latin1');
  chunk.writeUInt32LE(10, 4);
  chunk[8] = 0x10;
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return chunk;
}

function riff(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}
