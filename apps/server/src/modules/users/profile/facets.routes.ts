import * as contract from '@suanpan/contract/endpoints/user-facets';
import { balanceKinds } from '@suanpan/domain/accounts';
import { Refusal } from '@suanpan/domain/errors';
import { calendarDay, regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { isTenantSub, permissionsOf, readHolder } from '../../rights/index.ts';
import type { Holder } from '../../rights/index.ts';
import { grantableTo } from '../../access/index.ts';
import { balancesBefore, balancesOf, readChangelogs } from '../../ledger/index.ts';
import { getRow } from '../list/get-row.ts';
import { getUser, versionOf } from '../find/get-user.ts';
import { seesMoneyOf } from '../find/sees-money.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';
import * as present from './facets.present.ts';
import * as read from './facets.queries.ts';

const freezing = ['balance.freeze', 'balance.unfreeze'];

interface Paged {
  readonly page: number;
  readonly paginate: number;
}

/** One user, seen from each side. Every call finds him through the caller's scope first. */
export function bindFacets(app: Http, db: Database): void {
  const { userInfo, userBalance, userSettleable, userFrozen, userChannels } = contract;
  const { userPermissions, userIpWhitelist, userLogins, userChangelogs, userRates, userAudit } = contract;
  /** Refuses `forbidden` for one whose money the reader may not know. */
  async function moneyed(actor: Actor, id: string) {
    const found = await getUser(db.app, actor, id);
    if (!seesMoneyOf(actor.scope, found.user.id)) throw new Refusal('forbidden');
    return found;
  }

  bindEndpoints(
    app,
    {
      userInfo,
      userBalance,
      userSettleable,
      userFrozen,
      userChannels,
      userPermissions,
      userIpWhitelist,
      userLogins,
      userChangelogs,
      userRates,
      userAudit,
    },
    {
      async userInfo(context, { id }) {
        const { caller, user } = await getUser(db.app, context.actor, id);
        const [row, info] = await Promise.all([
          getRow(db, context, caller, user.id),
          read.infoOf(db.app, user.id),
        ]);
        if (info === undefined) throw new Refusal('notFound');
        const { ip_allowlist: _entries, ...shown } = info;
        return {
          ...row,
          ...shown,
          updated_at: info.updated_at.toISOString(),
          system_fee_mode: user.kind === 'agent' ? info.system_fee_mode : null,
        };
      },
      async userBalance({ actor }, { id, at }) {
        const { user } = await moneyed(actor, id);
        if (at === undefined) {
          const items = (await balancesOf(db.app, user.id)).map(present.presentBalances);
          return { at: null, as_of_journal: null, items };
        }
        // An instant of the wire ends with its millisecond.
        const before = insideCalendar(Date.parse(at) + 1);
        const { asOfJournal, balances } = await balancesBefore(db.app, user, before);
        return {
          at,
          as_of_journal: asOfJournal?.toString() ?? null,
          items: balances.map(present.presentBalances),
        };
      },
      async userSettleable({ actor }, { id }) {
        const { user } = await moneyed(actor, id);
        const [kinds, due, edits] = await Promise.all([
          ownKinds(db, user),
          read.dueOf(db.reports, user.id),
          read.editsOf(db.app, actor.scope, user.id, ['settleable.edit'], 'L200'),
        ]);
        const money = (amount: bigint): string => formatLedger(amount, user.currency);
        return {
          currency: user.currency,
          settleable: money(kinds.L200 ?? 0n),
          payout_only: money(present.sumOf(kinds, balanceKinds) - (kinds.L200 ?? 0n)),
          unsettled: money(kinds.L210 ?? 0n),
          due: due.map(({ day, amount }) => ({ day, amount: money(amount) })),
          edits: edits.map((row) => present.presentEdit(row, user.currency)),
        };
      },
      async userFrozen({ actor }, { id }) {
        const { user } = await moneyed(actor, id);
        const [kinds, edits, byHand, freezes] = await Promise.all([
          ownKinds(db, user),
          read.editsOf(db.app, actor.scope, user.id, freezing, 'L220'),
          read.frozenByHand(db.app, user.id),
          read.openFreezes(db.app, actor.scope, user.id),
        ]);
        const money = (amount: bigint): string => formatLedger(amount, user.currency);
        return {
          currency: user.currency,
          frozen: money(kinds.L220 ?? 0n),
          by_hand: money(byHand),
          settleable: money(kinds.L200 ?? 0n),
          freezes: freezes.map(present.presentFreeze),
          edits: edits.map((row) => present.presentEdit(row, user.currency)),
        };
      },
      async userChannels({ actor }, { id }) {
        const { user } = await getUser(db.app, actor, id);
        return { items: (await read.channelsOf(db.app, user.id)).map(present.presentChannel) };
      },
      async userRates({ actor }, { id }) {
        const { user } = await getUser(db.app, actor, id);
        const rows = await read.ratesOf(db.app, user.id);
        return { items: rows.map((row) => present.presentRate(row, actor.scope)) };
      },
      async userPermissions({ actor }, { id }) {
        const { user } = await getUser(db.app, actor, id);
        const found = await readHolder(db.app, user.id);
        if (found === undefined) throw new Refusal('notFound');
        const { holder, role } = found;
        const granted = holder.ownGrant ?? holder.roleGrant;
        return {
          source: sourceOf(holder),
          role,
          granted: [...(granted ?? permissionsOf(holder))],
          effective: [...permissionsOf(holder)],
          grantable: grantableTo(actor, holder),
          needs_approval: !isTenantSub(holder),
          allow_manual_balance: holder.allowManualBalance,
          allow_manual_payout: holder.allowManualPayout,
          version: versionOf(user),
        };
      },
      async userIpWhitelist({ actor, ip }, { id }) {
        const { user } = await getUser(db.app, actor, id);
        const info = await read.infoOf(db.app, user.id);
        return { entries: info?.ip_allowlist ?? [], caller_ip: ip, version: versionOf(user) };
      },
      async userLogins({ actor }, { id, page, paginate }) {
        const { user } = await getUser(db.app, actor, id);
        const [rows, total] = await Promise.all([
          read.loginsOf(db.app, user.id, pageOf(page, paginate)),
          read.countLogins(db.app, user.id),
        ]);
        return pageAnswer({ page, paginate }, rows.map(present.presentLogin), total);
      },
      async userChangelogs({ actor }, { id, page, paginate }) {
        const { user } = await getUser(db.app, actor, id);
        return readChangelogs(db.app, actor.scope, { ownerId: user.id }, { page, paginate });
      },
      async userAudit({ actor }, { id, page, paginate }) {
        const { user } = await getUser(db.app, actor, id);
        const rows = await read.auditOfUser(db.app, user.id, treeOf(actor, user), pageOf(page, paginate));
        const total = await read.countAudit(db.app, user.id);
        return pageAnswer({ page, paginate }, rows.map(present.presentUserAudit), total);
      },
    },
  );
}

/** Before and after the calendar nothing was posted. */
function insideCalendar(ms: number): Date {
  const at = new Date(ms);
  const day = regionDayOf(at);
  return calendarDay(day) === day ? at : startOfRegionDay(calendarDay(day));
}

function sourceOf({ ownGrant, roleGrant }: Holder): 'own' | 'role' | 'preset' {
  if (ownGrant !== null) return 'own';
  return roleGrant === null ? 'preset' : 'role';
}

async function ownKinds(db: Database, user: UserRecord) {
  const balances = await balancesOf(db.app, user.id);
  return balances.find(({ currency }) => currency === user.currency)?.byKind ?? {};
}

const pageOf = (page: number, paginate: number) => ({ offset: (page - 1) * paginate, limit: paginate });

function pageAnswer<Row>({ page, paginate }: Paged, items: Row[], total: bigint) {
  return { items, page, paginate, total: countOf(total), next_cursor: null, summary: {} };
}

/** Whom the reader may know by name: the platform everybody, others their own tree. */
function treeOf({ scope }: Actor, user: UserRecord): string {
  if (scope.kind === 'platform') return '';
  return scope.kind === 'agent' ? `${scope.agentId}.` : user.tenant_path;
}
