import { expect, test } from 'vitest';
import { readPicture } from './read-picture.ts';
import { jpegOf, pngChunk, pngOf, webpOf } from './testing/pictures.ts';

const text = pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));

test.each([
  ['image/png', pngOf(40, 30)],
  ['image/jpeg', jpegOf(40, 30)],
  ['image/webp', webpOf(40, 30)],
])('%s is known by its bytes, with its size', (mime, bytes) => {
  expect(readPicture(bytes)).toMatchObject({ mime, width: 40, height: 30 });
});

test('what is not needed to draw it is left out, and what is left reads the same', () => {
  const cleaned = [pngOf(20, 20, [text]), jpegOf(20, 20, 'secret place'), webpOf(20, 20)].map(readPicture);
  for (const picture of cleaned) {
    expect(picture?.bytes.toString('latin1')).not.toMatch(/script|secret place/);
    expect(
      readPicture(picture?.bytes ?? Buffer.alloc(0))?.bytes.equals(picture?.bytes ?? Buffer.alloc(1)),
    ).toBe(true);
  }
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['nothing', Buffer.alloc(0)],
  ['a PNG with a page behind it', Buffer.concat([pngOf(20, 20), Buffer.from('<script>alert(1)</script>')])],
  ['a JPEG with a page behind it', Buffer.concat([jpegOf(20, 20), Buffer.from('<script>')])],
  ['a WebP with a page behind it', Buffer.concat([webpOf(20, 20), Buffer.from('<script>')])],
  ['a PNG that was cut', pngOf(20, 20).subarray(0, -6)],
  ['a PNG whose checksum is wrong', Buffer.from(pngOf(20, 20)).fill(7, 40, 42)],
  ['a PNG that is a name only', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
])('%s is no picture', (_what, bytes) => {
  expect(readPicture(bytes)).toBeUndefined();
});

test('no damage to a picture makes a reader throw, wherever it is', () => {
  for (const seed of [pngOf(9, 9), jpegOf(9, 9), webpOf(9, 9)]) {
    for (let at = 0; at < seed.length; at += 1) {
      readPicture(seed.subarray(0, at));
      for (const value of [0x00, 0x7f, 0xff]) {
        const bytes = Buffer.from(seed);
        bytes[at] = value;
        readPicture(bytes);
      }
    }
  }
});
