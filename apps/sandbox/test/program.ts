import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of the sandbox running as a process of its own. */
export interface RunningProgram {
  base: string;
  /** Every log line printed so far. */
  lines: Record<string, unknown>[];
  /** Asks the program to stop; answers its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
}

/** Starts `src/<name>/main.ts` and waits for its ready line. */
export async function startProgram(
  name: 'bank' | 'echo-shop',
  env: Record<string, string>,
): Promise<RunningProgram> {
  const main = fileURLToPath(new URL(`../src/${name}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines: Record<string, unknown>[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the program ended: ${JSON.stringify(lines)}`)));
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown>;
      lines.push(line);
      if (line['msg'] === 'ready') resolve(Number(line['port']));
    });
  });
  return {
    base: `http://127.0.0.1:${port}`,
    lines,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
