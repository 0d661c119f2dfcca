import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  merchantSubAccounts,
  searchSubAccounts,
  searchUsers,
  subAccount,
  subAccounts,
  users,
} from '@suanpan/contract/endpoints/users';
import { subAccountRoles } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import { countAll } from '../../../platform/count-all.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { callerOf } from '../find/caller.ts';
import type { Caller } from '../find/caller.ts';
import { getUser } from '../find/get-user.ts';
import { findUser } from '../find/users-in-scope.queries.ts';
import { getRow } from './get-row.ts';
import { listUsers, sumUsers, systemFeesOf } from './list-users.queries.ts';
import type { UserFilter, UserSort } from './list-users.queries.ts';
import { requireAgent } from './require-agent.ts';
import { partyKinds, requiredRights } from './required-rights.ts';
import { onUsers, presentUser, presentUserSum } from './users.present.ts';

type UserList = OutputOf<typeof users>;
type Paged = Pick<ParsedInputOf<typeof users>, 'page' | 'paginate' | 'sort'>;

export function bindLists(app: Http, db: Database): void {
  async function ofTree(context: RequestContext, input: ParsedInputOf<typeof users>): Promise<UserList> {
    const agentId = await requireAgent(db, context, input.agent_id);
    const filter: UserFilter = {
      ...commonFilter(input),
      kinds: input.role_name ?? partyKinds,
      ...(agentId !== undefined && { agentId }),
      ...(input.sub_agent_id !== undefined && { subAgentId: BigInt(input.sub_agent_id) }),
      ...(input.owner_id !== undefined && { ownerId: BigInt(input.owner_id) }),
    };
    return listFor(db, context, await callerOf(db.app, context.actor), filter, input);
  }

  async function ofOwner(
    context: RequestContext,
    input: ParsedInputOf<typeof subAccounts>,
  ): Promise<UserList> {
    const caller = await callerOf(db.app, context.actor);
    const ownerId = input.self === 'self' ? caller.ownerId : BigInt(input.self);
    await requireOwner(db, context, ownerId);
    const filter = { ...commonFilter(input), kinds: subAccountRoles, ownerId };
    return listFor(db, context, caller, narrowed(caller, filter), input);
  }

  bindEndpoints(
    app,
    { users, searchUsers, subAccounts, searchSubAccounts, subAccount, merchantSubAccounts },
    {
      users: ofTree,
      searchUsers: ofTree,
      subAccounts: ofOwner,
      searchSubAccounts: ofOwner,
      async subAccount(context, { self, id }) {
        const { caller, user } = await getUser(db.app, context.actor, id);
        const ownerId = self === 'self' ? caller.ownerId : BigInt(self);
        const isSub = user.kind === 'staffSub' || user.kind === 'customerSub';
        if (!isSub || user.parent_id !== ownerId) throw new Refusal('notFound');
        return getRow(db, context, caller, user.id);
      },
      async merchantSubAccounts(context, input) {
        const ownerId = BigInt(input.id);
        await requireOwner(db, context, ownerId);
        const caller = await callerOf(db.app, context.actor);
        const filter: UserFilter = { ...commonFilter(input), kinds: ['customerSub'], ownerId };
        return listFor(db, context, caller, filter, input);
      },
    },
  );
}

async function listFor(
  db: Database,
  { actor, locale }: RequestContext,
  caller: Caller,
  filter: UserFilter,
  { page, paginate, sort }: Paged,
): Promise<UserList> {
  const isOpen = requiredRights(caller, filter).every((rights) =>
    rights.some((right) => actor.permissions.has(right)),
  );
  if (!isOpen || filter.kinds.length === 0) throw new Refusal('forbidden');
  const [rows, sums] = await Promise.all([
    listUsers(db.app, actor.scope, filter, pageOf(page, paginate, sort)),
    sumUsers(db.app, actor.scope, filter),
  ]);
  const agents = rows.filter(({ kind }) => kind === 'agent').map(({ id }) => id);
  const [systemFees, waiting] = await Promise.all([
    systemFeesOf(db.reports, agents),
    waitingActsOn(db.app, actor, onUsers, rows),
  ]);
  return {
    items: rows.map((row) => presentUser(row, { caller, locale, systemFees, waiting })),
    page,
    paginate,
    total: countAll(sums),
    next_cursor: null,
    summary: { by_currency: sums.map(presentUserSum) },
  };
}

const pageOf = (page: number, paginate: number, sort: UserSort) => ({
  sort,
  offset: (page - 1) * paginate,
  limit: paginate,
});

type Common = Pick<ParsedInputOf<typeof users>, 'status' | 'search' | 'from' | 'to'>;

export const commonFilter = ({ status, search, from, to }: Common): Omit<UserFilter, 'kinds'> => ({
  ...(status !== undefined && { statuses: status }),
  ...(search !== undefined && { search }),
  ...(from !== undefined && { from: new Date(from) }),
  ...(to !== undefined && { to: new Date(to) }),
});

/** A foreign owner is absent, exactly as one that does not exist. */
async function requireOwner(db: Database, { actor }: RequestContext, ownerId: bigint): Promise<void> {
  if ((await findUser(db.app, actor.scope, ownerId)) === undefined) throw new Refusal('notFound');
}

/** Of another owner's sub-accounts only the kinds that the caller's screens show. */
function narrowed(caller: Caller, filter: UserFilter): UserFilter {
  if (filter.ownerId === caller.ownerId) return filter;
  const { permissions } = caller.actor;
  const kinds = filter.kinds.filter((kind) =>
    permissions.has(kind === 'staffSub' ? 'users.staffSubAcc.get' : 'users.customerSubAcc.get'),
  );
  return { ...filter, kinds };
}
