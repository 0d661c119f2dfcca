import type { Picture } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/**
 * A PNG, JPEG or still WebP by its bytes, whatever its name or content type claims, cleaned of everything that is not
 * needed to draw it; undefined for all else, SVG among it.
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}
