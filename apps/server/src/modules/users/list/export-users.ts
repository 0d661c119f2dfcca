import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { users } from '@suanpan/contract/endpoints/users';
import { subAccountRoles } from '@suanpan/domain/access/roles';
import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { UserStatus } from '@suanpan/domain/states/user';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { PresentedList, ExportReader } from '../../../platform/export-list.ts';
import { callerOf } from '../find/caller.ts';
import type { Caller } from '../find/caller.ts';
import { commonFilter } from './lists.routes.ts';
import { listUsers, sumUsers, systemFeesOf } from './list-users.queries.ts';
import type { UserFilter } from './list-users.queries.ts';
import { partyKinds, requiredRights } from './required-rights.ts';
import { presentUser } from './users.present.ts';

type Asked = Omit<ParsedInputOf<typeof users>, 'page' | 'paginate' | 'cursor' | 'sort'>;

/** Which users a screen lists; other users are not in its file, even if a filter names them. */
interface Screen {
  readonly kinds: readonly RoleName[];
  readonly statuses?: readonly UserStatus[];
  readonly isOwn?: true;
}

function usersExport(kind: ExportKind, screen: Screen): PresentedList {
  async function ask({ db, actor }: ExportReader, asked: Asked): Promise<[Caller, UserFilter]> {
    const caller = await callerOf(db.app, actor);
    const statuses = screen.statuses?.filter((status) => asked.status?.includes(status) !== false);
    const filter: UserFilter = {
      ...commonFilter(asked),
      kinds: screen.kinds.filter((role) => asked.role_name?.includes(role) !== false),
      ...(statuses !== undefined && { statuses }),
      ...(asked.agent_id !== undefined && { agentId: BigInt(asked.agent_id) }),
      ...(asked.sub_agent_id !== undefined && { subAgentId: BigInt(asked.sub_agent_id) }),
      ...(asked.owner_id !== undefined && { ownerId: BigInt(asked.owner_id) }),
      ...(screen.isOwn && { ownerId: caller.ownerId }),
    };
    const isOpen = requiredRights(caller, filter).every((rights) =>
      rights.some((right) => actor.permissions.has(right)),
    );
    if (!isOpen) throw new Refusal('forbidden');
    return [caller, filter];
  }

  return exportList({
    kind,
    filter: users.input.omit({ page: true, paginate: true, cursor: true, sort: true }).strict(),
    async count(reader, asked) {
      const [, filter] = await ask(reader, asked);
      const sums = await sumUsers(reader.db.reports, reader.actor.scope, filter);
      return countAll(sums);
    },
    async read(reader, asked, { after, limit }) {
      const { db, actor, locale } = reader;
      const [caller, filter] = await ask(reader, asked);
      const rows = await listUsers(
        db.reports,
        actor.scope,
        { ...filter, ...(after !== null && { after: BigInt(after) }) },
        { sort: '-created_at', offset: 0, limit },
      );
      const agents = rows.filter((row) => row.kind === 'agent').map(({ id }) => id);
      const showing = { caller, locale, systemFees: await systemFeesOf(db.reports, agents) };
      return pageOf(
        rows,
        limit,
        (row) => {
          const shown = presentUser(row, showing);
          return {
            id: shown.id,
            username: shown.username,
            name: shown.name,
            type: shown.type,
            status: translate(locale, `statuses.user.${shown.status}`),
            owner: named(shown.owner_name, shown.owner_id),
            agent_id: shown.agent_id,
            currency: shown.currency,
            balance: { money: shown.balance },
            settleable: { money: shown.settleable },
            unsettlement_amount: { money: shown.unsettlement_amount },
            frozen_amount: { money: shown.frozen_amount },
            system_fee: { money: shown.system_fee },
            system_fee_collected: { money: shown.system_fee_collected },
            sub_agent: named(shown.sub_agent_name, shown.sub_agent_id),
            middleman: named(shown.middleman_name, shown.middleman_id),
            google2FA: translate(locale, shown.google2FA ? 'users.bound' : 'users.notBound'),
            last_login_at: { at: shown.last_login_at },
            created_at: { at: shown.created_at },
            phone: shown.phone,
            email: shown.email,
          };
        },
        (row) => String(row.id),
      );
    },
  });
}

const named = (name: string | null, id: string | null): string | null =>
  id === null ? null : `${name ?? ''} · ${id}`;

/** Every list of users as a file, by its screen. */
export const userExports: readonly PresentedList[] = [
  usersExport('users.list', { kinds: partyKinds }),
  usersExport('users.unList', { kinds: partyKinds, statuses: ['pending', 'disabled'] }),
  usersExport('users.manage', { kinds: ['admin', 'manager'] }),
  usersExport('users.subAcc', { kinds: subAccountRoles, isOwn: true }),
  usersExport('users.staffSubAcc', { kinds: ['staffSub'] }),
  usersExport('users.customerSubAcc', { kinds: ['customerSub'] }),
];
