import { Button, Tabs, TextInput, Textarea } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { createRole, updateRole, type getRole, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { isPermission, type Permission } from '@suanpan/domain/access/permissions';
import { useMemo, useState } from 'react';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useWords } from '../../../lib/use-words.ts';
import { PermissionTree } from '../../../parts/permission-tree/permission-tree.tsx';
import { Compare } from '../../../parts/permission-tree/compare.tsx';
import { Sight } from '../../../parts/permission-tree/sight.tsx';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import frame from '../../../parts/permission-tree/rights-form.module.css';
import styles from './roles.module.css';

type Holder = OutputOf<typeof getRole>['holders'][number];

export interface RoleStart {
  readonly id: string | null;
  readonly version: string | null;
  readonly name: string;
  readonly owner: RoleRow['owner'];
  readonly permissions: readonly Permission[];
  readonly ceiling: readonly string[];
  readonly grantable: readonly string[];
  readonly holders: readonly Holder[];
  readonly isEditable: boolean;
}

interface RoleFormProps {
  readonly start: RoleStart;
  readonly others: readonly RoleRow[];
  readonly onStale: () => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const staleEditCode = 20412;

/** Name and permissions; what will happen is said beside the button before it is pressed. */
export function RoleForm({ start, others, onStale, onDone, onClose }: RoleFormProps) {
  const t = useWords('roles');
  const common = useWords('common');
  const told = useToldSubmission();
  const [name, setName] = useState(start.name);
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(() => new Set(start.permissions));
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const before = useMemo<ReadonlySet<string>>(() => new Set(start.permissions), [start]);
  const ceiling = useMemo(() => start.ceiling.filter(isPermission), [start]);
  const grantable = useMemo<ReadonlySet<string>>(() => new Set(start.grantable), [start]);
  const added = [...chosen].filter((permission) => !before.has(permission)).length;
  const removed = start.permissions.filter((permission) => !chosen.has(permission)).length;
  const isNew = start.id === null;
  const isChanged = added > 0 || removed > 0 || name.trim() !== start.name;
  const waits = !isNew && added > 0 && start.holders.length > 0 && start.owner === null;
  const isReady = name.trim() !== '' && (isNew || isChanged) && (!waits || reason.trim() !== '');

  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    const role = { name: name.trim(), permissions: [...chosen] };
    try {
      if (start.id === null || start.version === null) {
        await call(createRole, role);
        told({ state: 'done' }, t('role.created'), role.name);
      } else {
        const change = { ...role, id: start.id, version: start.version };
        const answer = await call(updateRole, { ...change, ...(waits && { reason: reason.trim() }) });
        told(answer, t('role.saved'), role.name);
      }
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
      <div className={styles.fields}>
        <TextInput
          label={t('role.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
          required
          readOnly={!start.isEditable}
          {...(isNew && { 'data-autofocus': true })}
        />
        <p className={styles.owner}>
          <span>{t('role.owner')}</span>
          {start.owner?.name ?? t('role.platform')}
        </p>
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
          {!isNew && (
            <Tabs.Tab value="holders">
              {t('role.tabHolders')} <span className="num">{start.holders.length}</span>
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="permissions">
          <PermissionTree
            value={chosen}
            offered={ceiling}
            grantable={grantable}
            before={before}
            {...(start.isEditable && { onChange: setChosen })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sight" tabIndex={0}>
          <Sight permissions={chosen} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <Compare
            name={name.trim() || t('role.create')}
            permissions={chosen}
            others={others
              .filter((role) => role.role_id !== start.id)
              .map((role) => ({ key: role.role_id, name: role.name, permissions: role.permissions }))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="holders">
          <Holders holders={start.holders} />
        </Tabs.Panel>
      </Tabs>
      {start.isEditable && (
        <footer className={frame.foot}>
          {waits && (
            <Textarea
              className={frame.reason}
              label={t('role.needsReason', { count: start.holders.length })}
              placeholder={common('stepUp.reasonPlaceholder')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize
              minRows={1}
              maxLength={500}
              required
            />
          )}
          {fault && (
            <p role="alert" className={frame.refused}>
              {fault.message}
              {fault.code === staleEditCode && (
                <Button variant="subtle" size="xs" onClick={onStale}>
                  {common('buttons.reload')}
                </Button>
              )}
            </p>
          )}
          <span className={`${frame.changes} num`} role="status">
            {isChanged && t('role.changes', { added, removed })}
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

function Holders({ holders }: { holders: readonly Holder[] }) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  if (holders.length === 0) return <p className={styles.nobody}>{t('role.noHolders')}</p>;
  return (
    <ul className={styles.holders}>
      {holders.map((holder) => (
        <li key={holder.id}>
          <strong>{holder.name}</strong>
          <span className="mono">{holder.username}</span>
          <span>{statuses(`role.${holder.role_name}`)}</span>
          <StatusTag
            tone={holder.status === 'active' ? 'ok' : 'idle'}
            label={statuses(`user.${holder.status}`)}
          />
        </li>
      ))}
    </ul>
  );
}
