import type { Database } from '../../platform/db/database.ts';
import type { Identity } from '../identity/index.ts';
import type { ApprovalAct } from './act.ts';

/** What submitting and deciding share. */
export interface Desk {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  /** False only by the explicit flag of the installation (FOUR_EYES=off): then nothing waits. */
  readonly fourEyes: boolean;
  /** Registered acts by name; payloads have passed the act's own schema before they reach it. */
  readonly acts: ReadonlyMap<string, ApprovalAct<unknown>>;
}
