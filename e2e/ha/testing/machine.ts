import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseRunAs } from '../../../apps/server/src/platform/postgres/run-as.ts';
import { freePort } from '../../harness/free-port.ts';
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { until } from '../../harness/until.ts';
import { layCable } from './cable.ts';
import { endWithUs, startProgram } from './program.ts';
import type { Program } from './program.ts';
import type { Programs } from '../programs.ts';

/** The file that is deployed. */
const patroniFile = fileURLToPath(new URL('../../../deploy/patroni.yml', import.meta.url));

/** What every machine of the cluster knows. */
export interface Site {
  readonly programs: Programs;
  readonly folder: string;
  readonly passwords: { readonly superuser: string; readonly replication: string; readonly rewind: string };
}

/** Where the machines are, each behind a cable of its own. */
export interface Place {
  readonly name: string;
  readonly etcd: number;
  readonly etcdPeer: number;
  /** Of PostgreSQL and of Patroni, behind the cable: whoever stands at the machine itself asks here. */
  readonly postgres: number;
  readonly patroni: number;
}

/** What Patroni says of the machine it runs on. */
export interface Standing {
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
  readonly syncStandby: boolean;
}

/** A machine of the database: PostgreSQL under Patroni, and a member of etcd. */
export interface Machine extends Place {
  /** As the others reach it, by its cable. */
  readonly outer: { readonly postgres: number; readonly patroni: number };
  start(): void;
  /** As Patroni there sees itself; undefined while it does not answer. Asked at the machine, whatever its cable does. */
  standing(): Promise<Standing | undefined>;
  /** PostgreSQL, Patroni and etcd at once, as when the power goes. */
  kill(): Promise<void>;
  /** The network to it is gone; it runs on and knows nothing. */
  cutOff(): void;
  reconnect(): void;
  /** As `patronictl reinit`: its files are thrown away and copied from the one that leads. */
  copyAnew(): Promise<void>;
  stop(): Promise<void>;
}

export async function choosePlaces(names: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const name of names) {
    const [etcd, etcdPeer, postgres, patroni] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    places.push({ name, etcd, etcdPeer, postgres, patroni });
  }
  return places;
}

export async function openMachine(site: Site, place: Place, places: readonly Place[]): Promise<Machine> {
  const { name } = place;
  const { passwords, programs } = site;
  const user = chooseRunAs();
  const folder = join(site.folder, name);
  const data = join(folder, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const cable = layCable();
  const outer = { postgres: await cable.lead(place.postgres), patroni: await cable.lead(place.patroni) };
  const etcds = await Promise.all(places.map(({ etcd }) => cable.lead(etcd)));
  let etcd: Program | undefined;
  let patroni: Program | undefined;

  const run = (file: string, args: readonly string[], env: Record<string, string> = {}): Program =>
    startProgram(file, args, { env, folder, user, logFile: join(site.folder, `${name}.log`) });

  function start(): void {
    const peerOf = ({ etcdPeer }: Place): string => `http://127.0.0.1:${etcdPeer}`;
    const client = `http://127.0.0.1:${place.etcd}`;
    const settings = [
      ['--name', name, '--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', client, '--advertise-client-urls', client],
      ['--listen-peer-urls', peerOf(place), '--initial-advertise-peer-urls', peerOf(place)],
      ['--initial-cluster', places.map((each) => `${each.name}=${peerOf(each)}`).join(',')],
      ['--log-level', 'warn'],
    ];
    etcd = run(programs.etcd, settings.flat());
    patroni = run(programs.patroni, [patroniFile], {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcds.map((port) => `127.0.0.1:${port}`).join(','),
      // What etcd says of its members' addresses would lead past the cable.
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${place.patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${outer.patroni}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${place.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${outer.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: passwords.rewind,
    });
  }

  function postmaster(): number | undefined {
    const file = join(data, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    // It may be of a process long gone, and the number somebody else's by now.
    return pid > 0 && isOurs(pid, data) ? pid : undefined;
  }

  // PostgreSQL is Patroni's child, and would outlive us both.
  const forget = endWithUs(() => {
    const pid = postmaster();
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  });

  async function kill(): Promise<void> {
    const pid = postmaster();
    const family = pid === undefined ? [] : [pid, ...childrenOf(pid).map((child) => child.pid)];
    // Patroni first, which would begin to mend what it sees.
    const gone = Promise.all([patroni?.kill(), etcd?.kill()]);
    // The postmaster alone: what it leaves behind goes on for as long as it takes them to notice.
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await gone;
    await until('nothing of it is left', () => !family.some(isAlive), { withinMs: 30_000 });
  }

  return {
    ...place,
    outer,
    start,
    async standing() {
      try {
        const answer = await fetch(`http://127.0.0.1:${place.patroni}/patroni`, {
          signal: AbortSignal.timeout(1_000),
        });
        const told = (await answer.json()) as {
          role: string;
          state: string;
          timeline?: number;
          sync_standby?: boolean;
        };
        return {
          role: told.role,
          state: told.state,
          timeline: told.timeline ?? 0,
          syncStandby: told.sync_standby === true,
        };
      } catch {
        return undefined;
      }
    },
    kill,
    cutOff() {
      cable.pull();
      // Members of etcd speak to each other past the cable: one that stands still is as silent as one without a network.
      etcd?.signal('SIGSTOP');
    },
    reconnect() {
      etcd?.signal('SIGCONT');
      cable.plug();
    },
    async copyAnew() {
      const answer = await fetch(`http://127.0.0.1:${place.patroni}/reinitialize`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ force: true }),
      });
      if (!answer.ok) throw new Error(`${name} is not copied anew: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      const pid = postmaster();
      await patroni?.stop();
      if (pid !== undefined && isOurs(pid, data)) process.kill(pid, 'SIGQUIT');
      await etcd?.stop();
      await cable.close();
      forget();
    },
  };
}

function isOurs(pid: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
  } catch {
    return false;
  }
}
