import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../harness/free-port.ts';
import { until } from '../../harness/until.ts';
import { choosePlaces, openMachine } from './machine.ts';
import type { Machine, Standing } from './machine.ts';
import { startProgram } from './program.ts';
import type { Programs } from '../programs.ts';

/** The file that is deployed. */
const haproxyFile = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
/** initdb and two copies of it, on a machine that others use. */
const startWithinMs = 360_000;
const leading = new Set(['master', 'primary']);

/** Three machines of one database, and the way to whichever is its primary. */
export interface Cluster {
  readonly machines: readonly Machine[];
  /** As the superuser, wherever the primary is. */
  readonly adminUrl: string;
  readonly port: number;
  readonly password: string;
  /** The same login at one machine itself, whatever it is and whatever its cable does. */
  urlAt(machine: Machine): string;
  /** The machine that says of itself that it is the primary, of those that are not `lost`. */
  primary(lost?: Machine): Promise<{ readonly machine: Machine; readonly standing: Standing } | undefined>;
  /** Waits until one leads, the others follow it, and one of them in step: another loss would cost nothing. */
  whole(withinMs: number): Promise<void>;
  /** Copies every machine anew that does not follow the one that leads, as the handbook says; answers which. */
  copyAnew(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function openCluster(programs: Programs): Promise<Cluster> {
  // On the disk, as a database is.
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-ha-'));
  chmodSync(folder, 0o711);
  const password = randomBytes(16).toString('hex');
  const passwords = {
    superuser: password,
    replication: randomBytes(16).toString('hex'),
    rewind: randomBytes(16).toString('hex'),
  };
  const places = await choosePlaces(['one', 'two', 'three']);
  const machines = await Promise.all(
    places.map((place) => openMachine({ programs, folder, passwords }, place, places)),
  );
  const port = await freePort();
  const addresses = machines.flatMap(({ name, outer }) => [
    [`DATABASE_${name.toUpperCase()}`, `127.0.0.1:${outer.postgres}`],
    [`PATRONI_${name.toUpperCase()}`, String(outer.patroni)],
  ]);
  const haproxy = startProgram(programs.haproxy, ['-db', '-f', haproxyFile], {
    env: { SUANPAN_PRIMARY: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) },
    folder,
    logFile: join(folder, 'haproxy.log'),
    user: undefined,
  });
  for (const machine of machines) machine.start();

  const primary: Cluster['primary'] = async (lost) => {
    const others = machines.filter((machine) => machine !== lost);
    const told = await Promise.all(
      others.map(async (machine) => ({ machine, standing: await machine.standing() })),
    );
    for (const { machine, standing } of told) {
      if (standing !== undefined && leading.has(standing.role) && standing.state === 'running')
        return { machine, standing };
    }
    return undefined;
  };

  async function isWhole(): Promise<boolean> {
    const leader = await primary();
    if (leader === undefined) return false;
    const standings = await Promise.all(machines.map((machine) => machine.standing()));
    const followers = standings.filter((standing) => isFollowing(standing, leader.standing));
    return followers.length === machines.length - 1 && followers.some((standing) => standing?.syncStandby);
  }

  async function copyAnew(): Promise<string[]> {
    const leader = await until('there is a primary', () => primary());
    const copied: string[] = [];
    for (const machine of machines) {
      if (machine === leader.machine || isFollowing(await machine.standing(), leader.standing)) continue;
      await machine.copyAnew();
      copied.push(machine.name);
    }
    return copied;
  }

  const cluster: Cluster = {
    machines,
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    password,
    urlAt: (machine) => `postgres://postgres:${password}@127.0.0.1:${machine.postgres}/postgres`,
    primary,
    whole: async (withinMs) =>
      void (await until('one leads and the others follow it', isWhole, { withinMs, everyMs: 250 })),
    copyAnew,
    async remove() {
      await haproxy.stop();
      await Promise.all(machines.map((machine) => machine.stop()));
      if (process.env['KEEP_DATA_DIR'] === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.whole(startWithinMs);
    return cluster;
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

const isFollowing = (standing: Standing | undefined, leader: Standing): boolean =>
  standing?.role === 'replica' &&
  ['running', 'streaming'].includes(standing.state) &&
  standing.timeline === leader.timeline;
