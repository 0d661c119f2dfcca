import { getRole, roleCeiling, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { isPermission } from '@suanpan/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { Fault } from '../../../kit/fault.tsx';
import { SideDrawer } from '../../../kit/side-drawer.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import frame from '../../../parts/permission-tree/rights-form.module.css';
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
  const start = useQuery({
    queryKey: ['role', id, from],
    queryFn: ({ signal }) => readStart(id, from, t, signal),
    // A form is filled in once; whoever saves on an older version is told so by the server.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <SideDrawer onClose={onClose} size={860} title={id === null ? t('role.create') : t('role.detail')}>
      {start.error && (
        <div className={frame.fault}>
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
    </SideDrawer>
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
