import { crc32 } from 'node:zlib';
import type { PictureReader } from './picture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Everything else (texts, EXIF, animation, private chunks) is left out. */
const kept: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'sRGB',
  'cHRM',
  'pHYs',
]);

/** Walks every chunk with its checksum, from the signature to an IEND that is the last byte. */
export const readPng: PictureReader = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const parts: Buffer[] = [signature];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    if ((name === 'IHDR') !== (size === undefined)) return undefined;
    if (name === 'IHDR') {
      if (length !== 13) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (name === 'IDAT') hasPixels = true;
    if (kept.has(name)) parts.push(bytes.subarray(at, end));
    at = end;
    if (name !== 'IEND') continue;
    if (size === undefined || !hasPixels || at !== bytes.length) return undefined;
    return { mime: 'image/png', bytes: Buffer.concat(parts), ...size };
  }
  return undefined;
};
