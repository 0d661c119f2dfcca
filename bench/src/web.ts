import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureWebBuilt } from '../../apps/server/src/tools/ensure-web-built.ts';
import { benchGrid } from './grid.ts';
import { withOffice } from './office.ts';
import { benchTransfer } from './transfer.ts';
import { benchVisits } from './visits.ts';

/** Exact sizes, what first visits bring and how long they take, and the grid's commit. */
export async function benchWeb(): Promise<void> {
  await ensureWebBuilt(console.log);
  const size = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../apps/web/size.ts', import.meta.url))],
    { encoding: 'utf8' },
  );
  process.stdout.write(size.stdout);
  await withOffice(async (office) => {
    await benchTransfer(office);
    await benchGrid(office);
    await benchVisits(office);
  });
}
