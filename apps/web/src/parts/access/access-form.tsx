import { Button, SegmentedControl, Tabs, Textarea } from '@mantine/core';
import { accessSources, type AccessDetail } from '@suanpan/contract/endpoints/access';
import { isPermission, type Permission } from '@suanpan/domain/access/permissions';
import { useMemo, useState } from 'react';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { Compare } from '../permission-tree/compare.tsx';
import { PermissionTree } from '../permission-tree/permission-tree.tsx';
import { Sight } from '../permission-tree/sight.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import { accessCalls, type AccessReach } from './access-calls.ts';
import frame from '../permission-tree/rights-form.module.css';
import styles from './access.module.css';

type Source = AccessDetail['source'];

interface AccessFormProps {
  readonly reach: AccessReach;
  readonly user: AccessDetail;
  readonly onStale: () => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const staleEditCode = 20412;

/** Preset, role or own list; the tree shows what each would mean, held against what he has now. */
export function AccessForm({ reach, user, onStale, onDone, onClose }: AccessFormProps) {
  const t = useWords('roles');
  const common = useWords('common');
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
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);

  const ceiling = useMemo(() => user.ceiling.filter(isPermission), [user]);
  const grantable = useMemo<ReadonlySet<string>>(() => new Set(user.grantable), [user]);
  const now = useMemo<ReadonlySet<string>>(() => new Set(user.effective), [user]);
  const role = user.roles.find((choice) => choice.role_id === roleId);
  const wanted = source === 'own' ? [...own] : source === 'role' ? (role?.permissions ?? []) : user.preset;
  // Only what lies below the ceiling ever has an effect.
  const bounded = new Set(ceiling.filter((permission) => wanted.includes(permission)));
  const added = [...bounded].filter((permission) => !now.has(permission));
  const removed = user.effective.filter((permission) => !bounded.has(permission as Permission));
  const isChanged =
    source !== user.source ||
    (source === 'role' && roleId !== user.role?.role_id) ||
    added.length + removed.length > 0;
  const waits = user.needs_approval && added.length > 0;
  const isPossible =
    (source !== 'role' || role !== undefined) && added.every((permission) => grantable.has(permission));
  const isReady = (isChanged || user.status === 'pending') && isPossible && (!waits || reason.trim() !== '');

  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const answer = await call(calls.save, {
        id: user.id,
        source,
        version: user.version,
        ...(source === 'role' && { role_id: roleId }),
        ...(source === 'own' && { permissions: [...own] }),
        ...(waits && { reason: reason.trim() }),
      });
      told(answer, user.status === 'pending' ? t('access.activated') : t('access.saved'), user.name);
      onDone();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setFault(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className={frame.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void save();
      }}
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
          <select
            className={styles.choice}
            value={roleId}
            aria-label={t('access.roleChoice')}
            disabled={!isEditable}
            onChange={(event) => setRoleId(event.currentTarget.value)}
          >
            <option value="">{t('access.roleChoice')}</option>
            {user.roles.map((choice) => (
              <option key={choice.role_id} value={choice.role_id}>
                {choice.name}
              </option>
            ))}
          </select>
        )}
        <span className={`${styles.soft} num`}>
          {t('access.effective', { count: user.effective.length })}
        </span>
      </div>
      <Tabs
        defaultValue="permissions"
        keepMounted={false}
        classNames={{ root: frame.tabs, list: frame.tabList, panel: frame.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="permissions">{t('role.tabPermissions')}</Tabs.Tab>
          <Tabs.Tab value="sight">{t('role.tabSight')}</Tabs.Tab>
          <Tabs.Tab value="compare">{t('role.tabCompare')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="permissions">
          <PermissionTree
            key={source === 'own' ? 'own' : `${source}${roleId}`}
            value={bounded}
            offered={ceiling}
            grantable={grantable}
            before={now}
            {...(isEditable && source === 'own' && { onChange: setOwn })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sight" tabIndex={0}>
          <Sight permissions={bounded} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <Compare
            name={user.name}
            permissions={bounded}
            others={user.roles.map((choice) => ({
              key: choice.role_id,
              name: choice.name,
              permissions: choice.permissions,
            }))}
          />
        </Tabs.Panel>
      </Tabs>
      {isEditable && (
        <footer className={frame.foot}>
          {waits && (
            <Textarea
              className={frame.reason}
              label={t('role.needsReason', { count: 1 })}
              placeholder={common('stepUp.reasonPlaceholder')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize
              minRows={1}
              maxLength={500}
              required
            />
          )}
          {(fault || !isPossible) && (
            <p role="alert" className={frame.refused}>
              {fault?.message ?? (source === 'role' && !role ? t('access.roleChoice') : t('tree.beyond'))}
              {fault?.code === staleEditCode && (
                <Button variant="subtle" size="xs" onClick={onStale}>
                  {common('buttons.reload')}
                </Button>
              )}
            </p>
          )}
          <span className={`${frame.changes} num`} role="status">
            {isChanged && t('role.changes', { added: added.length, removed: removed.length })}
          </span>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {common('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {waits ? common('buttons.submit') : common('buttons.save')}
          </Button>
        </footer>
      )}
    </form>
  );
}
