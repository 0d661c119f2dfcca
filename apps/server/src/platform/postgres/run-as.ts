import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating-system user PostgreSQL runs as; undefined means the user of this process. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses uid 0: as root it runs as `postgres` where that user exists, else as `nobody`. */
export function chooseRunAs(passwd = '/etc/passwd'): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = existsSync(passwd) ? readFileSync(passwd, 'utf8').split('\n') : [];
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined && Number(uid) > 0)
      return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Started as root, but there is neither a user postgres nor nobody for PostgreSQL to run as',
  );
}

/** Whether `user` may pass through every existing parent of `path`, by mode bits alone. */
export function mayReach(path: string, user: RunAs | undefined): boolean {
  if (user === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined) {
      const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs one of the PostgreSQL programs to its end; a nonzero exit is a value, not an exception. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly user: RunAs | undefined; readonly timeoutMs: number; readonly cwd: string },
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      {
        ...options.user,
        cwd: options.cwd,
        timeout: options.timeoutMs,
        // The caller's PG* variables and locale must not steer the cluster.
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
      },
      (error, stdout, stderr) => {
        const output = `${stdout}\n${stderr}`.trim();
        if (error === null) return resolve({ exitCode: 0, output });
        const exitCode = typeof error.code === 'number' ? error.code : 1;
        resolve({ exitCode, output: output === '' ? error.message : output });
      },
    );
  });
}
