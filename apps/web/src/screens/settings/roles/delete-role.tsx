import { deleteRole, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';

interface DeleteRoleProps {
  readonly role: RoleRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteRole({ role, onClose, onDone }: DeleteRoleProps) {
  const t = useWords('roles');
  return (
    <Confirm
      title={t('role.remove')}
      effect={t('role.removeEffect', { name: role.name })}
      confirmLabel={t('role.remove')}
      isDangerous
      typed={role.name}
      act={async () => {
        await call(deleteRole, { id: role.role_id });
        toasts.emit({ tone: 'ok', title: t('role.removed'), text: role.name });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
