import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { setAccess } from '@suanpan/contract/endpoints/user-acts';
import { userPermissions } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { isPermission, type Permission } from '@suanpan/domain/access/permissions';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ReasonField } from '../../kit/reason-field.tsx';
import { call } from '../../lib/api.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import { PermissionTree } from '../permission-tree/permission-tree.tsx';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';
import styles from './dialogs.module.css';

type Access = OutputOf<typeof userPermissions>;

export function AccessDialog({ user, onClose }: UserDialogProps) {
  const { data } = useQuery({
    queryKey: ['user', user.id, 'access'],
    queryFn: ({ signal }) => call(userPermissions, { id: user.id }, { signal }),
    gcTime: 0,
  });
  return data ? <AccessForm user={user} access={data} onClose={onClose} /> : null;
}

/** What a user may do, as far as whoever grants it could grant it. */
function AccessForm({ user, access, onClose }: { user: UserRow; access: Access; onClose: () => void }) {
  const t = useWords('users');
  const c = useWords('common');
  const r = useWords('roles');
  const isPlatform = ['admin', 'manager', 'staffSub'].includes(useSelf().role_name);
  const hasFlags = user.role_name === 'agent' && isPlatform;
  const before = useMemo(() => new Set(access.effective.filter(isPermission)), [access]);
  const grantable = useMemo(() => new Set(access.grantable), [access]);
  const offered = useMemo(
    () => [...new Set([...access.grantable, ...access.effective])].filter(isPermission),
    [access],
  );
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(before);
  const [canChangeBalance, setChangeBalance] = useState(access.allow_manual_balance);
  const [canPayOut, setPayOut] = useState(access.allow_manual_payout);
  const told = useToldSubmission();
  const [reason, setReason] = useState('');
  const [isRestored, setRestored] = useState(false);
  const more = [...chosen].filter((permission) => !before.has(permission));
  const givesFlags =
    (canChangeBalance && !access.allow_manual_balance) || (canPayOut && !access.allow_manual_payout);
  // What he has again from his level or role is known to the server alone, so a reason is asked for that too.
  const waits =
    grantWaits(!access.needs_approval, more) || (access.needs_approval && (isRestored || givesFlags));
  const save = async (permissions: string[] | null): Promise<void> => {
    const answer = await call(setAccess, {
      id: user.id,
      version: access.version,
      permissions,
      ...(waits && { reason: reason.trim() }),
      ...(hasFlags ? { allow_manual_balance: canChangeBalance, allow_manual_payout: canPayOut } : {}),
    });
    told(answer, t('access.saved'), user.username);
    usersChanged();
  };
  const source =
    access.source === 'role' ? t('access.role', { role: access.role ?? '' }) : t(`access.${access.source}`);
  // Rights that nobody touched stay what they were: the role's, or those of the level.
  const added = more.length;
  const removed = [...before].filter((permission) => !chosen.has(permission)).length;
  const isUntouched = added + removed === 0;
  const keepsSource = isUntouched && access.source !== 'own' && !user.set_access_first;
  return (
    <FormDialog
      title={`${t('acts.access')} · ${user.name}`}
      submitLabel={waits ? c('buttons.submit') : c('buttons.save')}
      isReady={!waits || reason.trim() !== ''}
      size={860}
      onClose={onClose}
      act={() => save(keepsSource || isRestored ? null : [...chosen])}
      end={
        <>
          <span className={`${styles.hint} num`} role="status">
            {r('role.changes', { added, removed })}
          </span>
          {waits && (
            <ReasonField description={t('access.waits')} minRows={1} value={reason} onChange={setReason} />
          )}
        </>
      }
    >
      {() => (
        <>
          <div className={styles.origin}>
            <span className={styles.hint}>{t('access.source', { source })}</span>
            {access.source === 'own' && user.owner_id === null && (
              <Button
                variant={isRestored ? 'light' : 'subtle'}
                size="xs"
                aria-pressed={isRestored}
                onClick={() => setRestored(!isRestored)}
              >
                {t('access.restore')}
              </Button>
            )}
          </div>
          {hasFlags && (
            <div className={styles.pair}>
              <Checkbox
                label={t('access.manualBalance')}
                checked={canChangeBalance}
                onChange={(event) => setChangeBalance(event.currentTarget.checked)}
              />
              <Checkbox
                label={t('access.manualPayout')}
                checked={canPayOut}
                onChange={(event) => setPayOut(event.currentTarget.checked)}
              />
            </div>
          )}
          <PermissionTree
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              setRestored(false);
            }}
            offered={offered}
            grantable={grantable}
            before={before}
          />
        </>
      )}
    </FormDialog>
  );
}
