import { Drawer } from '@mantine/core';
import { getRole, roleCeiling, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { isPermission } from '@suanpan/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../../kit/fault.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './roles.module.css';
import { RoleForm, type RoleStart } from './role-form.tsx';

interface RoleDrawerProps {
  /** Null makes a new one. */
  readonly id: string | null;
  /** The role that a new one starts from. */
  readonly from: string | undefined;
  readonly others: readonly RoleRow[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** One role from all sides: what it allows, what its holders see, how it differs, and who has it. */
export function RoleDrawer({ id, from, others, onClose, onSaved }: RoleDrawerProps) {
  const t = useWords('roles');
  const common = useWords('common');
  const start = useQuery({
    queryKey: ['role', id, from],
    queryFn: ({ signal }) => readStart(id, from, t, signal),
    // A form is filled in once; whoever saves on an older version is told so by the server.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={860}
      padding={0}
      overlayProps={{ backgroundOpacity: 0.18 }}
      title={<strong>{id === null ? t('role.create') : t('role.detail')}</strong>}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
      classNames={{ header: styles.drawerHead, body: styles.drawerBody, content: styles.drawer }}
    >
      {start.error && (
        <div className={styles.fault}>
          <Fault fault={start.error} onRetry={() => void start.refetch()} />
        </div>
      )}
      {start.data && (
        <RoleForm
          key={start.data.version ?? 'new'}
          start={start.data}
          others={others}
          onStale={() => void start.refetch()}
          onDone={() => {
            onSaved();
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

async function readStart(
  id: string | null,
  from: string | undefined,
  t: ReturnType<typeof useWords<'roles'>>,
  signal: AbortSignal,
): Promise<RoleStart> {
  if (id !== null) {
    const role = await call(getRole, { id }, { signal });
    return {
      ...role,
      id,
      version: role.updated_at,
      permissions: role.permissions.filter(isPermission),
      isEditable: role.actions.includes('update'),
    };
  }
  const bounds = await call(roleCeiling, {}, { signal });
  const source = from === undefined ? undefined : await call(getRole, { id: from }, { signal });
  const grantable = new Set(bounds.grantable);
  return {
    ...bounds,
    id: null,
    version: null,
    name: source === undefined ? '' : t('role.copyOf', { name: source.name }),
    owner: null,
    permissions: source?.permissions.filter(isPermission).filter((one) => grantable.has(one)) ?? [],
    holders: [],
    isEditable: true,
  };
}
