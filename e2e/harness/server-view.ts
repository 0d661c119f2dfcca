import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RoleName } from '@suanpan/domain/access/roles';
import { childrenOf } from './processes.ts';

/** An entry of DATA_DIR/demo-accounts.json. */
export interface DemoAccount {
  readonly role: RoleName;
  readonly username: string;
  readonly password: string;
  readonly payment_password?: string;
  readonly totp_secret?: string;
  readonly customer_id?: string;
  readonly api_key?: string;
  readonly api_secret?: string;
  readonly webhook_secret?: string;
}

/** Where a server is: plain text, so that a test in another process can be told. */
export interface ServerAddress {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
}

/** The processes that one running server stands on. */
export interface ServerPids {
  readonly server: number;
  readonly postmaster: number;
  readonly bank: number;
  readonly echoShop: number;
}

/** A running server as its tests see it. */
export interface ServerView extends ServerAddress {
  account(username: string): DemoAccount;
  pids(): ServerPids;
  /** What was printed so far, by all starts. */
  printed(): string[];
  /** Printed lines that a healthy server never prints: errors, and what is no log line at all but a stack. */
  complaints(): string[];
}

/** Where the servers that were looked at keep what they have, by their address. */
const dataDirs = new Map<string, string>();

export function viewServer({ url, dataDir, pid }: ServerAddress): ServerView {
  dataDirs.set(url, dataDir);
  const printed = (): string[] => printedIn(dataDir);
  return {
    url,
    dataDir,
    pid,
    printed,
    account(username) {
      const file = join(dataDir, 'demo-accounts.json');
      const accounts = JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[];
      const found = accounts.find((one) => one.username === username);
      if (found === undefined) throw new Error(`The demo has no ${username}`);
      return found;
    },
    pids() {
      const children = childrenOf(pid);
      const named = (program: string): number => {
        const found = children.find(({ command }) => command.includes(`${program}/main.ts`));
        if (found === undefined) throw new Error(`${program} is no process of its own`);
        return found.pid;
      };
      return {
        server: pid,
        postmaster: postmasterOf(dataDir),
        bank: named('bank'),
        echoShop: named('echo-shop'),
      };
    },
    complaints: () => printed().filter(isComplaint),
  };
}

/**
 * What the server at this address printed of a request that it answered with 500 or more, for the error of whoever asked: an
 * answer says no more than a number. Nothing for any other answer, and for an address where nobody looked at a server.
 */
export function printedOf(url: string, answer: Pick<Response, 'status' | 'headers'>): string {
  const [dataDir, request] = [dataDirs.get(url), answer.headers.get('x-request-id')];
  if (answer.status < 500 || dataDir === undefined || request === null) return '';
  const lines = printedIn(dataDir).filter((line) => line.includes(`"request":${JSON.stringify(request)}`));
  return ['', ...lines].join('\n');
}

function printedIn(dataDir: string): string[] {
  const file = logFileOf(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function isComplaint(line: string): boolean {
  if (!line.startsWith('{')) return /^\s+at .+:\d+:\d+\)?$/.test(line);
  const { level } = JSON.parse(line) as { level?: number };
  return level !== undefined && level >= 50;
}

/** The output of a server lies beside its DATA_DIR. */
export function logFileOf(dataDir: string): string {
  return `${dataDir}.log`;
}

/** Where the cluster of a DATA_DIR lies. */
export function clusterOf(dataDir: string): string {
  const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string };
  return resolve(dataDir, cluster);
}

/** The process id that the postmaster of a DATA_DIR wrote down. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}
