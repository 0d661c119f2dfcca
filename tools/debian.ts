import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here without asking anybody: root on a Debian with apt-get. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

function aptGet(args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const ended = spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return ended.status === 0;
}

/**
 * Installs Debian packages where that can be done unattended.
 * Answers whether they are installed now; elsewhere (not root, not Debian, no network) it answers false.
 */
export async function installDebianPackages(names: string[]): Promise<boolean> {
  if (!mayInstall()) return false;
  process.stderr.write(`Installing ${names.join(' ')} with apt-get …\n`);
  const install = ['install', '-y', '--no-install-recommends', ...names];
  return aptGet(install) || (aptGet(['update']) && aptGet(install));
}
