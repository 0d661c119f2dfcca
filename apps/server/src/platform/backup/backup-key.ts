import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { readOrMake } from '../first-file.ts';

/** The keys of the backups, newest first: the first encrypts, all of them open. */
export interface BackupKeys {
  readonly newest: BackupKey;
  find(id: string): BackupKey | undefined;
}

export interface BackupKey {
  readonly id: string;
  readonly key: Buffer;
}

const line = /^([\w-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Reads the key file, a line `id:base64 of 32 bytes` for each key, and makes it with mode 0600 where there is none. Whoever has
 * the data directory must not have the key with it: a file inside is refused.
 */
export function loadBackupKeys(path: string, dataDir: string): BackupKeys {
  const [first] = relative(dataDir, path).split(sep);
  if (first !== '..') {
    throw new Error(`${path} lies in DATA_DIR: the key of the backups must lie apart from what it protects`);
  }
  const keys = readOrMake(path, () => makeKey(path))
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [, id = '', key = ''] = line.exec(text) ?? [];
      if (id === '') throw new Error(`${path} is no key file: each line must be id:base64 of 32 bytes`);
      return { id, key: Buffer.from(key, 'base64') };
    });
  const [newest] = keys;
  if (newest === undefined) throw new Error(`${path} holds no key`);
  return { newest, find: (id) => keys.find((each) => each.id === id) };
}

function makeKey(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return `b${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
}

/** 32 bytes of this key for one use and one archive. */
export function deriveBackupKey({ key }: BackupKey, salt: Buffer, use: 'archive' | 'manifest'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `suanpan backup ${use}`, 32));
}

export function signManifest(key: BackupKey, salt: Buffer, text: string): string {
  return createHmac('sha256', deriveBackupKey(key, salt, 'manifest'))
    .update(text)
    .digest('base64');
}
