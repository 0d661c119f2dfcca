import type { Kysely } from 'kysely';
import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { BotCheck } from './login/bot-check.ts';

/** What every way in stands on. */
export interface Door {
  readonly db: Kysely<Tables>;
  readonly vault: Vault;
  /** Sessions, codes and bot checks live in wall time. */
  readonly clock: WallClock;
  readonly botCheck: BotCheck;
  /** Waits before a delayed answer, holding no connection. */
  readonly pause: (ms: number) => Promise<void>;
}
