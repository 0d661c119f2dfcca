import { createHash, randomBytes, randomInt } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { randomToken } from '../crypto/tokens.ts';
import { readOrMake } from '../first-file.ts';
import { sharedFolder } from './binaries.ts';
import { mayReach } from './run-as.ts';
import type { RunAs } from './run-as.ts';

const remembered = z.object({
  /** Absolute, or relative to DATA_DIR: then the whole folder may be moved. */
  cluster: z.string().min(1),
  password: z.string().min(16),
  port: z.number().int(),
});

/** Where the cluster of a DATA_DIR lies, and how to log in to it. Stored in DATA_DIR/postgres.json, mode 0600. */
export interface ClusterPlace {
  readonly clusterDir: string;
  readonly password: string;
  readonly port: number;
}

/**
 * Reads or makes DATA_DIR/postgres.json. As root, when PostgreSQL's user cannot pass a parent of DATA_DIR,
 * the cluster lies under /var/lib/suanpan and this file is the pointer to it; no parent's mode is changed.
 */
export function openClusterPlace(dataDir: string, user: RunAs | undefined): ClusterPlace {
  mkdirSync(dataDir, { recursive: true, mode: user === undefined ? 0o700 : 0o711 });
  const path = join(dataDir, 'postgres.json');
  const stored = read(
    path,
    readOrMake(path, () => {
      const cluster = mayReach(join(dataDir, 'postgres'), user) ? 'postgres' : outsidePlace(dataDir);
      return JSON.stringify({ cluster, password: randomToken(), port: 0 });
    }),
  );
  const inside = stored.cluster === 'postgres' || stored.cluster.startsWith('postgres/');
  return {
    clusterDir: inside ? join(dataDir, stored.cluster) : stored.cluster,
    password: stored.password,
    port: stored.port,
  };
}

/** Remembers the port, so that a restart listens where tools and people expect it. */
export function rememberPort(dataDir: string, port: number): void {
  const path = join(dataDir, 'postgres.json');
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, JSON.stringify({ ...read(path), port }), { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

/**
 * The remembered port when it is free, else a free one below the range from which systems take the ports of
 * outgoing connections: there it could be gone whenever PostgreSQL restarts.
 */
export async function freePort(preferred: number): Promise<number> {
  if (preferred !== 0 && (await tryListen(preferred)) !== undefined) return preferred;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const candidate = await tryListen(randomInt(15_000, 32_000));
    if (candidate !== undefined) return candidate;
  }
  return (await tryListen(0)) ?? 0;
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      probe.close(() => resolve(found));
    });
  });
}

function outsidePlace(dataDir: string): string {
  const name = `${basename(dataDir).replace(/[^\w-]/g, '')}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const folder = join(sharedFolder, 'clusters', name);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return join(folder, 'postgres');
}

function read(path: string, text = readFileSync(path, 'utf8')): z.output<typeof remembered> {
  const parsed = remembered.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} is damaged: it holds the password of the database beside it`);
  return parsed.data;
}

/** Gives a path to PostgreSQL's user; nothing to do when the process runs as an ordinary user. */
export function giveTo(path: string, user: RunAs | undefined): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}
