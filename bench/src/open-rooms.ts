import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compose } from '../../apps/server/src/compose.ts';
import type { Composition, Deps } from '../../apps/server/src/compose.ts';
import type { Closing } from '../../apps/server/src/platform/closing.ts';

/** Every room of the product in this process, with its files in `dataDir`. */
export async function openRooms(
  { dataDir, ...means }: Pick<Deps, 'db' | 'log' | 'outbound' | 'vault'> & { readonly dataDir: string },
  closing: Closing,
): Promise<Composition> {
  const rooms = await compose(
    {
      config: {
        production: false,
        demo: false,
        fourEyes: true,
        publicUrl: 'http://127.0.0.1:3000',
        trustedProxies: [],
        allowedOrigins: [],
        auditHeads: join(dataDir, 'heads'),
      },
      ...means,
      exportFolder: join(dataDir, 'exports'),
      isClockMovable: false,
    },
    closing,
  );
  rooms.bind();
  rooms.tell();
  return rooms;
}

/** Serves them on a port of their own; answers where. */
export async function serveRooms({ app, begin }: Composition): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  await begin();
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
