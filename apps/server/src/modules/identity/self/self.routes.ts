import { menu, ownPermissions, self } from '@suanpan/contract/endpoints/self';
import { Refusal } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { balancesOf, sumBalances } from '../../ledger/index.ts';
import type { OwnerBalances } from '../../ledger/index.ts';
import { brandingOf } from '../../settings/index.ts';
import type { Door } from '../door.ts';
import { menuOf } from './menu.ts';
import type { MenuBadges } from './menu.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { findSelf } from './self.queries.ts';
import { presentSelf } from './self.present.ts';

/** The platform looks after everybody's money: its people see the sum of all owners, as on the dashboard. */
async function everybodysBalances(db: Door['db'], currency: Currency): Promise<OwnerBalances[]> {
  return [{ currency, byKind: await sumBalances(db, currency) }];
}

/** What the shell shows of other modules; main hands it over, because they stand above. */
export interface ShellMeans {
  readonly badgesOf: (actor: Actor) => Promise<MenuBadges>;
  readonly fourEyes: boolean;
  /** The application writes the books as the role that owns them. */
  readonly oneDatabaseRole: boolean;
}

export function bindSelf(app: Http, { db }: Door, { badgesOf, fourEyes, oneDatabaseRole }: ShellMeans): void {
  bindEndpoints(
    app,
    { self, ownPermissions, menu },
    {
      self: async ({ actor, locale }) => {
        const owner = ownerOf(actor.scope);
        const row = await findSelf(db, actor.effectiveUserId);
        if (row === undefined) throw new Refusal('sessionEnded');
        const [balances, branding] = await Promise.all([
          owner === null ? everybodysBalances(db, row.currency) : balancesOf(db, owner),
          brandingOf(db, row.kind === 'agent' ? row.id : row.agent_id),
        ]);
        return presentSelf({ actor, row, balances, branding, locale, fourEyes, oneDatabaseRole });
      },
      ownPermissions: async ({ actor }) => [...actor.permissions],
      menu: async ({ actor, locale }) => menuOf(actor, locale, await badgesOf(actor)),
    },
  );
}
