import { TextInput } from '@mantine/core';
import { createRole, updateRole, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import { isPermission, type Permission } from '@suanpan/domain/access/permissions';
import { useMemo, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { PermissionTree } from '../../../parts/permission-tree/permission-tree.tsx';
import { RightsForm } from '../../../parts/permission-tree/rights-form.tsx';
import { RightsTabs } from '../../../parts/permission-tree/rights-tabs.tsx';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import { Holders, type Holder } from './holders.tsx';
import styles from './roles.module.css';

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

/** Name and permissions; what will happen is said beside the button before it is pressed. */
export function RoleForm({ start, others, onStale, onDone, onClose }: RoleFormProps) {
  const t = useWords('roles');
  const told = useToldSubmission();
  const [name, setName] = useState(start.name);
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(() => new Set(start.permissions));
  const before = useMemo<ReadonlySet<string>>(() => new Set(start.permissions), [start]);
  const ceiling = useMemo(() => start.ceiling.filter(isPermission), [start]);
  const grantable = useMemo<ReadonlySet<string>>(() => new Set(start.grantable), [start]);
  const more = [...chosen].filter((permission) => !before.has(permission));
  const added = more.length;
  const removed = start.permissions.filter((permission) => !chosen.has(permission)).length;
  const isNew = start.id === null;
  const isChanged = added > 0 || removed > 0 || name.trim() !== start.name;
  const waits = !isNew && start.holders.length > 0 && grantWaits(start.owner !== null, more);

  const save = async (reason: string | undefined): Promise<void> => {
    const role = { name: name.trim(), permissions: [...chosen] };
    if (start.id === null || start.version === null) {
      await call(createRole, role);
      told({ state: 'done' }, t('role.created'), role.name);
    } else {
      const answer = await call(updateRole, { ...role, id: start.id, version: start.version, reason });
      told(answer, t('role.saved'), role.name);
    }
    onDone();
  };

  return (
    <RightsForm
      isEditable={start.isEditable}
      isReady={name.trim() !== '' && (isNew || isChanged)}
      changes={isChanged ? { added, removed } : null}
      waitFor={waits ? start.holders.length : 0}
      save={save}
      onStale={onStale}
      onClose={onClose}
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
      <RightsTabs
        name={name.trim() || t('role.create')}
        permissions={chosen}
        others={others
          .filter((role) => role.role_id !== start.id)
          .map((role) => ({ key: role.role_id, name: role.name, permissions: role.permissions }))}
        tree={
          <PermissionTree
            value={chosen}
            offered={ceiling}
            grantable={grantable}
            before={before}
            {...(start.isEditable && { onChange: setChosen })}
          />
        }
        more={
          isNew
            ? undefined
            : {
                title: (
                  <>
                    {t('role.tabHolders')} <span className="num">{start.holders.length}</span>
                  </>
                ),
                content: <Holders holders={start.holders} />,
              }
        }
      />
    </RightsForm>
  );
}
