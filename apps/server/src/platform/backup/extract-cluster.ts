import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveTo } from '../postgres/cluster-place.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { readArchive } from './archive.ts';
import type { BackupKeys } from './backup-key.ts';

/**
 * Writes the files of a backup below a folder that is empty, owned by the user as whom PostgreSQL runs. Throws `DamagedArchive`;
 * what was written until then is the caller's to remove.
 */
export async function extractCluster(archive: string, keys: BackupKeys, into: string): Promise<void> {
  const user = chooseRunAs();
  mkdirSync(into, { recursive: true, mode: user === undefined ? 0o700 : 0o711 });
  const own = (path: string): boolean => path.startsWith('postgres');
  await readArchive(archive, keys, {
    async folder(path) {
      const folder = join(into, path);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      giveTo(folder, user);
    },
    async file(path) {
      const at = join(into, path);
      mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
      const handle = await open(at, 'wx', 0o600);
      if (own(path)) giveTo(at, user);
      return {
        async write(part) {
          await handle.write(part);
        },
        async close() {
          await handle.sync();
          await handle.close();
        },
      };
    },
  });
}
