import { Button, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { createSubAccount } from '@suanpan/contract/endpoints/user-acts';
import { useRef, useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Modal } from '../../kit/modal.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { AccessDialog } from './access-dialog.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';
import { OneTimeLink } from './one-time-link.tsx';
import styles from './dialogs.module.css';

type Created = OutputOf<typeof createSubAccount>;
const nothing = { name: '', username: '', phone: '', email: '' };

/** A sub-account of this user. */
export function CreateSubDialog({ user, onClose }: UserDialogProps) {
  return <CreateSub self={user.id} onClose={onClose} />;
}

/** Makes a sub-account of an owner (`self`: one's own), then leads on to its access. */
export function CreateSub({ self, onClose }: { self: string; onClose: () => void }) {
  const t = useWords('users');
  const [draft, setDraft] = useState(nothing);
  const made = useRef<Created | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const [isGranting, setGranting] = useState(false);
  if (created !== null && isGranting)
    return <AccessDialog user={created.user} act="access" onClose={onClose} />;
  if (created !== null) {
    return <Made created={created} onAccess={() => setGranting(true)} onClose={onClose} />;
  }
  const field = (name: keyof typeof nothing) => ({
    label: t(`columns.${name}`),
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <FormDialog
      title={t('create.sub')}
      submitLabel={t('create.submit')}
      isReady={draft.name.trim() !== '' && draft.username.trim().length > 2}
      size={480}
      onClose={() => (made.current === null ? onClose() : setCreated(made.current))}
      act={async () => {
        const { name, username, phone, email } = draft;
        made.current = await call(createSubAccount, {
          self,
          name,
          username,
          ...(phone.trim() === '' ? {} : { phone }),
          ...(email.trim() === '' ? {} : { email }),
        });
        usersChanged();
      }}
    >
      {(error) => (
        <>
          <p className={styles.hint}>{t('create.subHint')}</p>
          <TextInput {...field('name')} error={error('name')} required data-autofocus />
          <TextInput
            {...field('username')}
            description={t('create.usernameHint')}
            error={error('username')}
            autoComplete="off"
            required
          />
          <ContactFields
            value={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            errors={{ phone: error('phone'), email: error('email') }}
          />
        </>
      )}
    </FormDialog>
  );
}

interface MadeProps {
  readonly created: Created;
  readonly onAccess: () => void;
  readonly onClose: () => void;
}

function Made({ created, onAccess, onClose }: MadeProps) {
  const t = useWords('users');
  const c = useWords('common');
  const { user, password_link: link } = created;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('create.created', { name: user.name })}
      closeButtonProps={{ 'aria-label': c('buttons.close') }}
    >
      <div className={styles.form}>
        {link && <OneTimeLink name={user.name} link={link} />}
        <p className={styles.hint}>{t('create.subHint')}</p>
        <footer className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            {c('buttons.close')}
          </Button>
          {user.actions.includes('access') && (
            <Button onClick={onAccess} data-autofocus>
              {t('create.setAccess')}
            </Button>
          )}
        </footer>
      </div>
    </Modal>
  );
}
