import { Button } from '@mantine/core';
import { bindCandidates, bindCustomer, unbindCustomer } from '@suanpan/contract/endpoints/binding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { unhandledFault } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';
import { usersChanged } from './users-changed.ts';
import styles from './dialogs.module.css';

/** The one general agent, or the one middleman, who earns on a merchant's new orders. */
export function BindDialog({ user, act, onClose }: UserDialogProps) {
  const t = useWords('users');
  const kind = act === 'bindMiddleman' ? 'middleman' : 'subAgent';
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['user', user.id, 'bind', kind],
    queryFn: ({ signal }) => call(bindCandidates, { id: user.id, kind }, { signal }),
    gcTime: 0,
  });
  const bound = data?.find((one) => one.bound);
  const value = chosen ?? bound?.id ?? null;
  const done = (title: string): void => {
    toasts.emit({ tone: 'ok', title, text: user.username });
    usersChanged();
  };
  const unbind = async (): Promise<void> => {
    try {
      await call(unbindCustomer, { id: user.id, kind });
      done(t('bind.unbound'));
      onClose();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      unhandledFault.emit(cause);
    }
  };
  return (
    <FormDialog
      title={`${t(`acts.${kind === 'subAgent' ? 'bind' : 'bindMiddleman'}`)} · ${user.username}`}
      submitLabel={t('bind.bind')}
      isReady={value !== null && value !== bound?.id}
      onClose={onClose}
      act={async () => {
        if (value === null) return;
        await call(bindCustomer, { id: user.id, kind, user_id: value });
        done(t('bind.bound', { name: data?.find((one) => one.id === value)?.name ?? '' }));
      }}
    >
      {() => (
        <>
          <p className={styles.hint}>{t('bind.hint')}</p>
          {data?.length === 0 && <EmptyState kind="none" />}
          <ul className={styles.candidates}>
            {data?.map((one) => (
              <li key={one.id}>
                <label>
                  <input
                    type="radio"
                    name="partner"
                    value={one.id}
                    checked={value === one.id}
                    onChange={() => setChosen(one.id)}
                  />
                  <span>
                    {one.name} <small className="num">{one.id}</small>
                  </span>
                  <small className="num">{t('bind.merchants', { count: one.merchants })}</small>
                </label>
              </li>
            ))}
          </ul>
          {bound && (
            <div>
              <Button variant="subtle" color="red" size="xs" onClick={() => void unbind()}>
                {t('bind.unbind')}
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}
