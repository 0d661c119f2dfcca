import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { bindFacets } from './facets/facets.routes.ts';
import { bindLists } from './lists/lists.routes.ts';

export interface TenantsDeps {
  readonly db: Database;
  readonly vault: Vault;
  /** Origin used in one-time links. */
  readonly publicUrl: string;
}

export interface Tenants {
  bind(app: Http): void;
}

export function openTenants(deps: TenantsDeps): Tenants {
  return {
    bind(app) {
      bindLists(app, deps.db);
      bindFacets(app, deps.db);
    },
  };
}
