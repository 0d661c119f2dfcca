import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { signManifest } from '../../../platform/backup/backup-key.ts';
import type { BackupKeys } from '../../../platform/backup/backup-key.ts';

const counts = z.object({
  journal: z.number(),
  audit_log: z.number(),
  collection_order: z.number(),
  payout_order: z.number(),
  withdrawal: z.number(),
  app_user: z.number(),
});
const said = z.object({
  format: z.literal(1),
  file: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  key_id: z.string(),
  salt: z.base64(),
  postgres: z.string(),
  start_lsn: z.string(),
  stop_lsn: z.string(),
  started_at: z.string(),
  /** The copy stands as the server did then. */
  finished_at: z.string(),
  /** Rows at its beginning and at its end. */
  rows: z.object({ before: counts, after: counts }),
});
export type Manifest = z.output<typeof said>;

/** What a backup is, in clear and signed with its key: whoever has no key can read it, and nobody can change it unseen. */
export async function writeManifest(path: string, keys: BackupKeys, manifest: Manifest): Promise<void> {
  const signature = signManifest(keys.newest, Buffer.from(manifest.salt, 'base64'), JSON.stringify(manifest));
  await writeFile(path, `${JSON.stringify({ manifest, signature }, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Throws for one that was changed, and for one whose key is missing. */
export async function readManifest(path: string, keys: BackupKeys): Promise<Manifest> {
  const read = z
    .object({ manifest: said, signature: z.string() })
    .parse(JSON.parse(await readFile(path, 'utf8')) as unknown);
  const key = keys.find(read.manifest.key_id);
  if (key === undefined) throw new Error(`The key ${read.manifest.key_id} is not in the key file`);
  const salt = Buffer.from(read.manifest.salt, 'base64');
  if (signManifest(key, salt, JSON.stringify(read.manifest)) !== read.signature)
    throw new Error(`${path} was changed, or the key is another one`);
  return read.manifest;
}
