import type { Vault } from '../../platform/crypto/vault.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import { bindBinding } from './bind/bind.routes.ts';
import type { CheckedDeps } from './checked.ts';
import { bindCreation } from './create/create.routes.ts';
import { bindFacets } from './profile/facets.routes.ts';
import { bindLists } from './list/lists.routes.ts';
import { endFreezes } from './money/end-freezes.ts';
import { bindMoney } from './money/money.routes.ts';
import { bindProfile } from './profile/profile.routes.ts';
import { bindSecurity } from './security/security.routes.ts';
import { bindStatus } from './status/status.routes.ts';

export interface UsersDeps extends CheckedDeps {
  readonly vault: Vault;
  /** Origin used in one-time links. */
  readonly publicUrl: string;
  readonly log: Log;
}

export interface Users {
  bind(app: Http): void;
  /** Gives back what was frozen until a time that has come. Each minute. */
  sweep(): Promise<void>;
}

export function openUsers(deps: UsersDeps): Users {
  return {
    bind(app) {
      bindLists(app, deps.db);
      bindFacets(app, deps.db);
      bindProfile(app, deps);
      bindStatus(app, deps.db);
      bindSecurity(app, deps);
      bindMoney(app, deps);
      bindCreation(app, deps.db, deps);
      bindBinding(app, deps.db);
    },
    sweep: () => endFreezes(deps),
  };
}
