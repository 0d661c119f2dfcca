import { searchSubAccounts } from '@suanpan/contract/endpoints/users';
import type { UserStatus } from '@suanpan/domain/states/user';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { UserList } from './user-list.tsx';

const CreateSub = lazy(async () => ({ default: (await import('./create-sub-dialog.tsx')).CreateSub }));

const statuses: readonly UserStatus[] = ['pending', 'active', 'disabled'];
const kinds = {
  'users.subAcc': { scope: { roles: [], statuses }, endpoint: searchSubAccounts, fixed: { self: 'self' } },
  'users.staffSubAcc': { scope: { roles: [], statuses, picks: 'agent' }, fixed: { role_name: 'staffSub' } },
  'users.customerSubAcc': {
    scope: { roles: [], statuses, picks: 'merchant' },
    fixed: { role_name: 'customerSub' },
  },
} as const;

/** Sub-accounts: one's own, the staff of one's tree, or those of its merchants. New ones are made for oneself here. */
export function SubList({ name }: { name: keyof typeof kinds }) {
  const t = useWords('users');
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const isOwn = name !== 'users.customerSubAcc';
  const canCreate = isOwn && may('users.subAcc.create');
  return (
    <>
      <UserList
        name={name}
        {...kinds[name]}
        create={canCreate ? { label: t('create.sub'), run: () => setCreating(true) } : undefined}
      />
      {isCreating && (
        <Suspense fallback={null}>
          <CreateSub self="self" onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
