import type { searchUsers } from '@suanpan/contract/endpoints/users';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { TFunction } from 'i18next';
import { fields, type FieldOf } from '../../kit/filter/field-factory.ts';
import { agentNames, merchantNames, subAgentNames } from '../../lib/names.ts';

/** By what a list of users can be narrowed, and what it always asks for. */
export interface UserScope {
  /** Kinds to choose among; without a choice all of them. Fewer than two are no choice. */
  readonly roles: readonly RoleName[];
  /** States to choose among; without a choice all of them. */
  readonly statuses: readonly UserStatus[];
  /** The state that is chosen from the start. */
  readonly status?: UserStatus;
  readonly picks?: 'agent' | 'merchant';
}

interface UserFieldWords {
  readonly t: TFunction<'users'>;
  readonly s: TFunction<'statuses'>;
}

/** The filters of a list of users. A register has no range of days. */
export function userFields(
  { t, s }: UserFieldWords,
  { roles, statuses, status, picks }: UserScope,
  /** He may look at general agents. */
  seesGenerals = false,
): readonly FieldOf<typeof searchUsers>[] {
  const f = fields<typeof searchUsers>();
  const worded = <Value extends string>(values: readonly Value[], word: (value: Value) => string) =>
    Object.fromEntries(values.map((value) => [value, word(value)]));
  return [
    f.text('search', t('filters.search'), { placeholder: t('filters.searchPlaceholder') }),
    f.listed(
      'status',
      t('columns.status'),
      worded(statuses, (one) => s(`user.${one}`)),
      status,
    ),
    ...(roles.length > 1
      ? [
          f.listed(
            'role_name',
            t('columns.type'),
            worded(roles, (one) => s(`role.${one}`)),
          ),
        ]
      : []),
    ...(picks === 'agent'
      ? [
          f.pick('agent_id', t('columns.agentName'), agentNames, {
            mistake: t('filters.agentMistake'),
          }),
          ...(seesGenerals ? [f.pick('sub_agent_id', s('role.subAgent'), subAgentNames)] : []),
        ]
      : []),
    ...(picks === 'merchant' ? [f.pick('owner_id', t('columns.owner'), merchantNames)] : []),
  ];
}
