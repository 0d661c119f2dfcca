import { Button } from '@mantine/core';
import type { InputOf } from '@suanpan/contract/endpoint';
import { deletePayee, payees } from '@suanpan/contract/endpoints/payout-apply';
import type { PayeeRow } from '@suanpan/contract/endpoints/payout-apply';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useIsMerchant } from '../../../parts/by-hand/use-methods.ts';
import styles from './apply.module.css';

interface SavedPayeesProps {
  readonly customerId: string;
  readonly chosen: PayeeRow | null;
  readonly onChoose: (payee: PayeeRow | null) => void;
}

/** Payees whom the merchant pays often: picked without typing, and forgotten when they are not needed. */
export function SavedPayees({ chosen, customerId, onChoose }: SavedPayeesProps) {
  const t = useWords('payment');
  const isMerchant = useIsMerchant();
  const may = useMay();
  const client = useQueryClient();
  const [removing, setRemoving] = useState<PayeeRow | null>(null);
  const asked: InputOf<typeof payees> = isMerchant ? {} : { customer_id: customerId };
  const { data } = useQuery({
    queryKey: [payees.path, asked],
    queryFn: ({ signal }) => call(payees, asked, { signal }),
    enabled: isMerchant || customerId !== '',
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <section className={styles.payees} aria-label={t('apply.saved')}>
      <h3>{t('apply.saved')}</h3>
      {data.length === 0 && <p className={styles.quiet}>{t('apply.none')}</p>}
      <ul>
        {data.map((payee) => (
          <li key={payee.id} data-chosen={payee.id === chosen?.id}>
            <span>
              {payee.alias ?? payee.account_name}
              <small>
                {payee.account_name} · {payee.bank_name} · <span className="num">{payee.card_no}</span>
              </small>
              {payee.state === 'waiting' && (
                <small>{t('apply.resting', { time: showInstant(payee.usable_from) })}</small>
              )}
            </span>
            <Button size="xs" variant="default" onClick={() => onChoose(payee)}>
              {t('apply.choose')}
            </Button>
            {may('payment.apply.create') && (
              <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(payee)}>
                {t('apply.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removing !== null && (
        <Confirm
          title={`${t('apply.remove')} · ${removing.account_name}`}
          effect={<p>{t('apply.removeEffect')}</p>}
          confirmLabel={t('apply.remove')}
          isDangerous
          act={async () => {
            await call(deletePayee, { id: removing.id });
            if (chosen?.id === removing.id) onChoose(null);
            await client.invalidateQueries({ queryKey: [payees.path] });
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
