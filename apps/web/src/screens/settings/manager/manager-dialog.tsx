import { Button, Modal, TextInput, Textarea } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import {
  createManager,
  managerRoles,
  updateManager,
  type ManagerRow,
  type managers,
} from '@suanpan/contract/endpoints/roles';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from './manager.module.css';

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
  const formId = useId();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [form, setForm] = useState({
    username: row?.username ?? '',
    name: row?.name ?? '',
    email: row?.email ?? '',
    phone: row?.phone ?? '',
    kind: kinds.at(-1) ?? 'manager',
    roleId: '',
    reason: '',
  });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
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

  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    const contact = { name: form.name.trim(), email: form.email.trim(), phone: form.phone.trim() };
    try {
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
          { idempotencyKey },
        );
        told(answer, t('manager.ready'), answer.state === 'done' ? contact.name : t('manager.waits'));
      }
      onSaved();
      onClose();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      setFault(cause);
    } finally {
      setBusy(false);
    }
  };
  const error = (field: string): string | undefined => fault?.fields?.[field]?.at(-1);
  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={row === null ? t('manager.create') : t('manager.edit')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void save();
        }}
      >
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
              <label className={styles.choice} htmlFor={`${formId}-kind`}>
                {t('manager.kind')}
                <select
                  id={`${formId}-kind`}
                  value={form.kind}
                  onChange={(event) => set({ kind: event.currentTarget.value as Kind })}
                >
                  {kinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {statuses(`role.${kind}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label className={styles.choice} htmlFor={`${formId}-role`}>
              {t('manager.role')}
              <select
                id={`${formId}-role`}
                value={form.roleId}
                onChange={(event) => set({ roleId: event.currentTarget.value })}
              >
                <option value="">{isStaff ? t('access.roleChoice') : t('manager.noRole')}</option>
                {roleChoices.data?.items.map((role) => (
                  <option key={role.role_id} value={role.role_id}>
                    {role.name}
                  </option>
                ))}
              </select>
            </label>
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
        {row === null && (
          <Textarea
            label={common('stepUp.reason')}
            placeholder={common('stepUp.reasonPlaceholder')}
            value={form.reason}
            onChange={(event) => set({ reason: event.currentTarget.value })}
            autosize
            minRows={2}
            maxLength={500}
            required
          />
        )}
        {fault && (
          <p role="alert" className={styles.refused}>
            {fault.message}
          </p>
        )}
        <footer className={styles.foot}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {common('buttons.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {row === null ? common('buttons.submit') : common('buttons.save')}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
