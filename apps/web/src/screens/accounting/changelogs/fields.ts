import { ownerRoles, type changelogs } from '@suanpan/contract/endpoints/accounting';
import { accountKinds, accounts } from '@suanpan/domain/accounts';
import { journalEvents } from '@suanpan/domain/journals/journal-events';
import type { TFunction } from 'i18next';
import { fields, wordsOf, type FieldOf } from '../../../kit/filter/field-factory.ts';
import { agentNames, merchantNames, ownerNames } from '../../../lib/names.ts';

type E = typeof changelogs;

/** Buckets that have a running balance; the platform's own accounts stand in the proof. */
const buckets = accountKinds.filter((kind) => accounts[kind].external);

export function changelogFields(
  t: TFunction<'ledger'>,
  statuses: TFunction<'statuses'>,
  /** He may look at whose money moved, and not only at his own. */
  isInside: boolean,
): readonly FieldOf<E>[] {
  const f = fields<E>();
  return [
    f.number('order_no', t('filters.order')),
    f.days(t('filters.range'), { fallback: 'today' }),
    f.choice(
      'event',
      t('columns.event'),
      wordsOf(journalEvents, (event) => statuses(`journal.${event}`)),
    ),
    f.pick('owner_id', t('columns.owner'), ownerNames),
    f.choice(
      'account',
      t('columns.account'),
      wordsOf(buckets, (kind) => statuses(`account.${kind}`)),
    ),
    f.currency(t('columns.currency')),
    ...(isInside
      ? [
          f.choice(
            'owner_role',
            t('filters.ownerRole'),
            wordsOf(ownerRoles, (role) => statuses(`role.${role}`)),
          ),
          f.pick('customer_id', t('filters.customer'), merchantNames),
          f.pick('agent_id', t('filters.agent'), agentNames),
        ]
      : []),
  ];
}
