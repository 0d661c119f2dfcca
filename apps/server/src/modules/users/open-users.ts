import type { Vault } from '../../platform/crypto/vault.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { bindActs } from './acts.routes.ts';
import { bindBinding } from './bind/bind.routes.ts';
import { bindChecked } from './checked.routes.ts';
import type { CheckedDeps } from './checked.routes.ts';
import { bindCreation } from './create/create.routes.ts';
import { bindFacets } from './profile/facets.routes.ts';
import { bindLists } from './list/lists.routes.ts';

export interface UsersDeps extends CheckedDeps {
  readonly vault: Vault;
  /** Origin used in one-time links. */
  readonly publicUrl: string;
}

export interface Users {
  bind(app: Http): void;
}

export function openUsers(deps: UsersDeps): Users {
  return {
    bind(app) {
      bindLists(app, deps.db);
      bindFacets(app, deps.db);
      bindActs(app, deps.db, deps.publicUrl);
      bindCreation(app, deps.db, deps);
      bindBinding(app, deps.db);
      bindChecked(app, deps);
    },
  };
}
