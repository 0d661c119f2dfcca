import { NativeSelect, SegmentedControl } from '@mantine/core';
import { accessSources, type AccessDetail } from '@suanpan/contract/endpoints/access';
import { isPermission, type Permission } from '@suanpan/domain/access/permissions';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import { useMemo, useState } from 'react';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { PermissionTree } from '../permission-tree/permission-tree.tsx';
import { RightsForm } from '../permission-tree/rights-form.tsx';
import { RightsTabs } from '../permission-tree/rights-tabs.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import { accessCalls, type AccessReach } from './access-calls.ts';
import styles from './access.module.css';

type Source = AccessDetail['source'];

interface AccessFormProps {
  readonly reach: AccessReach;
  readonly user: AccessDetail;
  readonly onStale: () => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Preset, role or own list; the tree shows what each would mean, held against what he has now. */
export function AccessForm({ reach, user, onStale, onDone, onClose }: AccessFormProps) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const may = useMay();
  const told = useToldSubmission();
  const calls = accessCalls[reach];
  const isEditable = may(calls.permission);
  const [source, setSource] = useState<Source>(user.source);
  const [roleId, setRoleId] = useState(user.role?.role_id ?? '');
  const [own, setOwn] = useState<ReadonlySet<Permission>>(
    () => new Set((user.own ?? user.effective).filter(isPermission)),
  );

  const ceiling = useMemo(() => user.ceiling.filter(isPermission), [user]);
  const grantable = useMemo<ReadonlySet<string>>(() => new Set(user.grantable), [user]);
  // Whoever still waits for his access has nothing yet.
  const now = useMemo<ReadonlySet<string>>(
    () => new Set(user.status === 'pending' ? [] : user.effective),
    [user],
  );
  const role = user.roles.find((choice) => choice.role_id === roleId);
  const wanted = source === 'own' ? [...own] : source === 'role' ? (role?.permissions ?? []) : user.preset;
  // Only what lies below the ceiling ever has an effect.
  const bounded = new Set(ceiling.filter((permission) => wanted.includes(permission)));
  const added = [...bounded].filter((permission) => !now.has(permission));
  const removed = [...now].filter((permission) => !bounded.has(permission as Permission));
  const isChanged =
    source !== user.source ||
    (source === 'role' && roleId !== user.role?.role_id) ||
    added.length + removed.length > 0;
  const save = async (reason: string | undefined): Promise<void> => {
    const answer = await call(calls.save, {
      id: user.id,
      source,
      version: user.version,
      ...(source === 'role' && { role_id: roleId }),
      ...(source === 'own' && { permissions: [...own] }),
      reason,
    });
    told(answer, user.status === 'pending' ? t('access.activated') : t('access.saved'), user.name);
    onDone();
  };
  const hindranceOf = (): string | null => {
    if (source === 'role' && !role) return t('access.roleChoice');
    return added.every((permission) => grantable.has(permission)) ? null : t('tree.beyond');
  };

  return (
    <RightsForm
      isEditable={isEditable}
      isReady={isChanged || user.status === 'pending'}
      changes={isChanged ? { added: added.length, removed: removed.length } : null}
      waitFor={grantWaits(!user.needs_approval, added) ? 1 : 0}
      hindrance={hindranceOf()}
      save={save}
      onStale={onStale}
      onClose={onClose}
    >
      <header className={styles.head}>
        <span className="mono">{user.username}</span>
        <span>{statuses(`role.${user.role_name}`)}</span>
        <StatusTag
          tone={user.status === 'active' ? 'ok' : 'attention'}
          label={statuses(`user.${user.status}`)}
        />
        {user.status === 'pending' && <span className={styles.first}>{t('access.setFirst')}</span>}
        {user.owner && <span className={styles.soft}>{t('access.bounded', { name: user.owner.name })}</span>}
      </header>
      <div className={styles.source}>
        <SegmentedControl
          value={source}
          onChange={(next) => setSource(next)}
          disabled={!isEditable}
          aria-label={t('access.source')}
          data={accessSources.map((one) => ({
            value: one,
            label: t(`access.sources.${one}`),
            disabled: one === 'role' && user.roles.length === 0,
          }))}
        />
        {source === 'role' && (
          <NativeSelect
            value={roleId}
            aria-label={t('access.roleChoice')}
            disabled={!isEditable}
            onChange={(event) => setRoleId(event.currentTarget.value)}
            data={[
              { value: '', label: t('access.roleChoice') },
              ...user.roles.map((choice) => ({ value: choice.role_id, label: choice.name })),
            ]}
          />
        )}
        <span className={`${styles.soft} num`}>
          {t('access.effective', { count: user.effective.length })}
        </span>
      </div>
      <RightsTabs
        name={user.name}
        permissions={bounded}
        others={user.roles.map((choice) => ({
          key: choice.role_id,
          name: choice.name,
          permissions: choice.permissions,
        }))}
        tree={
          <PermissionTree
            key={source === 'own' ? 'own' : `${source}${roleId}`}
            value={bounded}
            offered={ceiling}
            grantable={grantable}
            before={now}
            {...(isEditable && source === 'own' && { onChange: setOwn })}
          />
        }
      />
    </RightsForm>
  );
}
