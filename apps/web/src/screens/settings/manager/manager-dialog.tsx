import { NativeSelect, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  createManager,
  managerRoles,
  updateManager,
  type ManagerRow,
  type managers,
} from '@suanpan/contract/endpoints/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { ReasonField } from '../../../kit/reason-field.tsx';
import { call } from '../../../lib/api.ts';
import type { Once } from '../../../lib/use-once.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';

type Kind = OutputOf<typeof managers>['summary']['kinds'][number];

interface ManagerDialogProps {
  /** Null makes a new one. */
  readonly row: ManagerRow | null;
  readonly kinds: readonly Kind[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const mostRoles = 200;

/** Name and contact of one person; a new one also with a kind, a role and the reason why. */
export function ManagerDialog({ row, kinds, onClose, onSaved }: ManagerDialogProps) {
  const t = useWords('roles');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const told = useToldSubmission();
  const [form, setForm] = useState({
    username: row?.username ?? '',
    name: row?.name ?? '',
    email: row?.email ?? '',
    phone: row?.phone ?? '',
    kind: kinds.at(-1) ?? 'manager',
    roleId: '',
    reason: '',
  });
  const roleChoices = useQuery({
    queryKey: [managerRoles.path],
    queryFn: ({ signal }) => call(managerRoles, { paginate: mostRoles }, { signal }),
    enabled: row === null,
  });
  const set = (part: Partial<typeof form>): void => setForm((before) => ({ ...before, ...part }));
  const isStaff = form.kind === 'staffSub';
  const isReady =
    form.name.trim() !== '' &&
    (row !== null ||
      (form.username.trim().length >= 3 && form.reason.trim() !== '' && (!isStaff || form.roleId !== '')));

  const save = async (_form: FormData, once: Once): Promise<void> => {
    const contact = { name: form.name.trim(), email: form.email.trim(), phone: form.phone.trim() };
    if (row !== null) {
      await call(updateManager, { ...contact, id: row.id, version: row.version });
      told({ state: 'done' }, t('manager.saved'), contact.name);
    } else {
      const answer = await call(
        createManager,
        {
          ...contact,
          username: form.username.trim(),
          role_name: form.kind as 'admin' | 'manager' | 'staffSub',
          reason: form.reason.trim(),
          ...(form.roleId !== '' && { role_id: form.roleId }),
        },
        once,
      );
      told(answer, t('manager.ready'), answer.state === 'done' ? contact.name : t('manager.waits'));
    }
    onSaved();
  };
  return (
    <FormDialog
      title={row === null ? t('manager.create') : t('manager.edit')}
      submitLabel={row === null ? common('buttons.submit') : common('buttons.save')}
      isReady={isReady}
      act={save}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label={t('manager.username')}
            value={form.username}
            onChange={(event) => set({ username: event.currentTarget.value })}
            error={error('username')}
            autoComplete="off"
            maxLength={64}
            required
            readOnly={row !== null}
            {...(row === null && { 'data-autofocus': true })}
          />
          <TextInput
            label={t('manager.name')}
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={error('name')}
            maxLength={60}
            required
          />
          {row === null && (
            <>
              {kinds.length > 1 && (
                <NativeSelect
                  label={t('manager.kind')}
                  value={form.kind}
                  onChange={(event) => set({ kind: event.currentTarget.value as Kind })}
                  data={kinds.map((kind) => ({ value: kind, label: statuses(`role.${kind}`) }))}
                />
              )}
              <NativeSelect
                label={t('manager.role')}
                value={form.roleId}
                onChange={(event) => set({ roleId: event.currentTarget.value })}
                data={[
                  { value: '', label: isStaff ? t('access.roleChoice') : t('manager.noRole') },
                  ...(roleChoices.data?.items ?? []).map((role) => ({
                    value: role.role_id,
                    label: role.name,
                  })),
                ]}
              />
            </>
          )}
          <TextInput
            label={t('manager.email')}
            type="email"
            value={form.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
            error={error('email')}
            autoComplete="off"
          />
          <TextInput
            label={t('manager.phone')}
            value={form.phone}
            onChange={(event) => set({ phone: event.currentTarget.value })}
            error={error('phone')}
            inputMode="tel"
            autoComplete="off"
            maxLength={32}
          />
          {row === null && <ReasonField value={form.reason} onChange={(reason) => set({ reason })} />}
        </>
      )}
    </FormDialog>
  );
}
