import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Somebody put other bytes in the place of those that were written. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
}

/**
 * The bytes of a file, the last of them once all are known to be those of which the print was taken: whoever takes them never has a
 * whole file that is another. Throws `FileAltered`. Without a print, as a server of a version before leaves none, they are as they are.
 */
export async function* asWritten(path: string, print: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (print !== null && hash.digest('hex') !== print)
    throw new FileAltered('The file is not what was written');
  if (last !== undefined) yield last;
}
