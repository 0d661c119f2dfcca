import type { Permission } from '@suanpan/domain/access/permissions';
import { permissionsOf, scopeOf } from '../rights/index.ts';
import type { Holder } from '../rights/index.ts';
import type { PersonRow } from './audience.queries.ts';
import type { Audience, Notice, NoticeType } from './notice.ts';

/** What one must be allowed to see to be told of orders, which most news is about. */
const seesOrders: Permission = 'collections.transactions.get';
const seesMore: Partial<Record<NoticeType, Permission>> = {
  AuditVerified: 'admin.operationLogs.verify',
  AuditBroken: 'admin.operationLogs.verify',
};

/**
 * Who of these people a notice is for: those whose own tree it touches and who may see its matter, by their rights of
 * this moment. Nobody is told of another tree, and a sub-account no more than its owner.
 */
export function choosePeople(notice: Notice, people: readonly PersonRow[]): bigint[] {
  return people.filter((person) => isFor(notice, person)).map(({ id }) => id);
}

function isFor(notice: Notice, person: PersonRow): boolean {
  if (notice.audience.userId !== undefined) return person.id === notice.audience.userId;
  if (notice.type === 'NewCollectionNotification' && !person.rings) return false;
  if (notice.except === person.id) return false;
  const holder = holderOf(person);
  if (!touches(notice.audience, holder)) return false;
  const held = permissionsOf(holder);
  const needs = notice.needs ?? [seesMore[notice.type] ?? seesOrders];
  return needs.every((need) =>
    typeof need === 'string' ? held.has(need) : need.some((one) => held.has(one)),
  );
}

function touches(audience: Audience, holder: Holder): boolean {
  const scope = scopeOf(holder);
  switch (scope.kind) {
    case 'platform':
      return audience.platform;
    case 'agent':
      return scope.agentId === audience.agentId;
    case 'customer':
      return scope.customerId === audience.customerId;
    case 'subAgent':
    case 'middleman':
      return false;
  }
}

function holderOf(person: PersonRow): Holder {
  return {
    id: person.id,
    kind: person.kind,
    ownGrant: person.own_grant,
    roleGrant: person.role_grant,
    allowManualBalance: person.allow_manual_balance,
    allowManualPayout: person.allow_manual_payout,
    owner:
      person.owner_id === null || person.owner_kind === null
        ? null
        : {
            id: person.owner_id,
            kind: person.owner_kind,
            ownGrant: person.owner_grant,
            roleGrant: person.owner_role_grant,
            allowManualBalance: person.owner_allow_manual_balance ?? false,
            allowManualPayout: person.owner_allow_manual_payout ?? false,
            owner: null,
          },
  };
}
