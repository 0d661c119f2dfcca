import { Button } from '@mantine/core';
import { bindCustomer, unbindCustomer } from '@suanpan/contract/endpoints/binding';
import { searchUsers } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { CallFault } from '../../../lib/call-fault.ts';
import { merchantNames } from '../../../lib/names.ts';
import { unhandledFault } from '../../../lib/query-client.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface BindMerchantProps {
  readonly general: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** As many as are shown; beyond them the list of users finds the merchant. */
const mostShown = 200;

/** The merchants of one general agent: another is bound to him, or one is let go. */
export function BindMerchant({ general, onClose }: BindMerchantProps) {
  const t = useWords('data');
  const users = useWords('users');
  const [merchant, setMerchant] = useState('');
  const { data, refetch } = useQuery({
    queryKey: ['general', general.id, 'merchants'],
    queryFn: ({ signal }) =>
      call(searchUsers, { sub_agent_id: general.id, role_name: 'customer', paginate: mostShown }, { signal }),
    gcTime: 0,
  });
  const unbind = async (id: string, name: string): Promise<void> => {
    try {
      await call(unbindCustomer, { id, kind: 'subAgent' });
      toasts.emit({ tone: 'ok', title: users('bind.unbound'), text: name });
      await refetch();
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      unhandledFault.emit(cause);
    }
  };
  return (
    <FormDialog
      title={`${t('acts.bind')} · ${general.name}`}
      submitLabel={users('bind.bind')}
      hint={users('bind.hint')}
      isReady={/^\d+$/.test(merchant)}
      onClose={onClose}
      act={async () => {
        await call(bindCustomer, { id: merchant, kind: 'subAgent', user_id: general.id });
        toasts.emit({ tone: 'ok', title: users('bind.bound', { name: general.name }) });
      }}
    >
      {() => (
        <>
          <PickInput
            label={t('columns.customer')}
            source={merchantNames}
            isFirst
            onPick={(id) => setMerchant(id ?? '')}
          />
          {data?.items.length === 0 && <EmptyState kind="none" />}
          <ul className={styles.candidates}>
            {data?.items.map((one) => (
              <li key={one.id}>
                <label>
                  <span>
                    {one.name} <small className="num">{one.id}</small>
                  </span>
                  <Button
                    variant="subtle"
                    color="red"
                    size="xs"
                    aria-label={`${users('bind.unbind')} ${one.name}`}
                    onClick={() => void unbind(one.id, one.name)}
                  >
                    {users('bind.unbind')}
                  </Button>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}
