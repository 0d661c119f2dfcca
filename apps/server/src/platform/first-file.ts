import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The text of a file, which is made of `make`, with mode 0600, where there is none. Of two processes that begin together
 * the first one's text counts, and both read it.
 */
export function readOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) writeFirst(path, make());
  return readFileSync(path, 'utf8');
}

function writeFirst(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  try {
    // link() refuses a name that is there, so exactly one wins.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
