import { Button } from '@mantine/core';
import { subAccounts, users } from '@suanpan/contract/endpoints/users';
import type { UserStatus } from '@suanpan/domain/states/user';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { UserList } from './user-list.tsx';

const CreateSub = lazy(async () => ({ default: (await import('./create-sub-dialog.tsx')).CreateSub }));

const kinds = {
  'users.subAcc': {
    endpoint: subAccounts,
    fixed: { self: 'self' },
    columns: ['type', 'twoFactor', 'contact'],
  },
  'users.staffSubAcc': {
    endpoint: users,
    fixed: { role_name: 'staffSub' },
    columns: ['owner', 'agent', 'twoFactor', 'contact'],
  },
  'users.customerSubAcc': {
    endpoint: users,
    fixed: { role_name: 'customerSub' },
    columns: ['owner', 'agent', 'twoFactor', 'contact'],
  },
} as const;
const statuses: readonly UserStatus[] = ['pending', 'active', 'disabled'];

/** Sub-accounts: one's own, the staff of one's tree, or those of its merchants. New ones are made for oneself here. */
export function SubList({ name }: { name: keyof typeof kinds }) {
  const t = useWords('users');
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const isOwn = name !== 'users.customerSubAcc';
  const canCreate = isOwn && may('users.subAcc.create');
  const { endpoint, fixed, columns } = kinds[name];
  return (
    <>
      <UserList
        name={name}
        endpoint={endpoint}
        fixed={fixed}
        columns={columns}
        statuses={statuses}
        shownStatuses={statuses}
        headActions={
          canCreate && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {t('create.sub')}
            </Button>
          )
        }
      />
      {isCreating && (
        <Suspense fallback={null}>
          <CreateSub self="self" onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
