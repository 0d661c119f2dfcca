import type { PictureReader } from './picture.ts';

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** APP0 (JFIF) and APP14 (how colours are stored) decide how it is drawn; other APPn and comments are left out. */
const isDropped = (marker: number): boolean =>
  marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && marker !== 0xe0 && marker !== 0xee);

/** Walks the segments from SOI to the scan, and the scans to an EOI that is the last byte. */
export const readJpeg: PictureReader = (bytes) => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    if (isFrame(marker)) {
      if (size !== undefined || length < 8) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (!isDropped(marker)) parts.push(bytes.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    const scanEnd = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
    if (at + 2 !== bytes.length || bytes.readUInt16BE(at) !== 0xffd9) continue;
    if (size === undefined) return undefined;
    parts.push(bytes.subarray(at));
    return { mime: 'image/jpeg', bytes: Buffer.concat(parts), ...size };
  }
  return undefined;
};

/** The next marker that is no stuffed byte and no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
