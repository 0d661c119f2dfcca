import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** What nobody has used for so long is given up. */
const keptDays = 7;

export interface Keeper {
  /** Where kept folders lie, one a key. It is made when it is missing. */
  readonly place: string;
  /** Says all that the content depends on: another key is another content. */
  readonly key: string;
  /** Who is to own a copy; the user of this process where there is none. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

interface CopyOptions {
  readonly owner: Keeper['owner'];
  readonly isDurable: boolean;
}

/**
 * Lays a folder at `target`: a copy of the one kept under the key, or what `make` makes there, kept for the next time.
 * A kept folder appears whole or not at all, so several runs may ask at once.
 */
export async function layFolder(
  target: string,
  { place, key, owner }: Keeper,
  make: () => Promise<void>,
): Promise<'copied' | 'made'> {
  const kept = join(place, key);
  if (existsSync(kept)) {
    utimesSync(kept, new Date(), new Date());
    copyTree(kept, target, { owner, isDurable: false });
    return 'copied';
  }
  await make();
  mkdirSync(place, { recursive: true });
  forgetOld(place);
  const draft = join(place, `.${key}.${randomUUID()}`);
  // A machine that loses its power must not leave half a folder under a key.
  copyTree(target, draft, { owner: undefined, isDurable: true });
  try {
    renameSync(draft, kept);
  } catch (error) {
    // Of two that made it at once the first keeps it.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
  return 'made';
}

/** Copies files and folders with their modes; `isDurable` has them on the disk before it returns. */
function copyTree(from: string, to: string, { owner, isDurable }: CopyOptions): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, copy, { owner, isDurable });
    else {
      copyFileSync(source, copy, constants.COPYFILE_FICLONE);
      if (isDurable) flush(copy);
      if (owner !== undefined) chownSync(copy, owner.uid, owner.gid);
    }
  }
  chmodSync(to, lstatSync(from).mode);
  if (owner !== undefined) chownSync(to, owner.uid, owner.gid);
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function forgetOld(place: string): void {
  const oldest = Date.now() - keptDays * 86_400_000;
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    const { mtimeMs } = lstatSync(path);
    if (mtimeMs < oldest) rmSync(path, { recursive: true, force: true });
  }
}
