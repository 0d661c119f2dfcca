import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-node.ts';

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
