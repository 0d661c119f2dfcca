import { wall } from '@suanpan/contract/endpoints/wall';
import type { WallClock } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Module } from '../../../platform/module.ts';
import { shareReading } from '../../../platform/share-reading.ts';
import { decidableBy } from '../read-matters.ts';
import { presentAlerts } from '../statistics.present.ts';
import { readWall } from './read-wall.ts';
import type { SharedWall, WallDeps } from './read-wall.ts';

interface OpenWallDeps extends WallDeps {
  readonly clock: Pick<WallClock, 'monotonicMs'>;
  /** For how long a reading is given to others who may see the same. */
  readonly sharedForMs: number;
}

/** What a team watches all day: one reading for all who stand before the same wall, and with it what waits for each of them alone. */
export function openWall({ clock, sharedForMs, ...deps }: OpenWallDeps): Module {
  const share = shareReading<SharedWall>(clock, sharedForMs);
  return {
    bind: (app) =>
      bindEndpoints(
        app,
        { wall },
        {
          async wall({ actor }) {
            const [{ matters, ...shown }, approvals] = await Promise.all([
              share(placeOf(actor), () => readWall(deps, actor)),
              decidableBy(deps.db.app, actor),
            ]);
            return { ...shown, alerts: presentAlerts({ ...matters, approvals }) };
          },
        },
      ),
  };
}

/** Whose tree, and the rights that decide which parts of it are told. */
function placeOf({ permissions, scope }: Actor): string {
  return JSON.stringify([Object.values(scope).map(String), [...permissions].toSorted()]);
}
