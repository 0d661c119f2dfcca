import '../../theme/form-styles.ts';
import type { PayeeRow } from '@suanpan/contract/endpoints/payout-apply';
import type { PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { useState } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { useScreenPlace } from '../../lib/screen-search.ts';
import styles from './apply/apply.module.css';
import { ApplyForm } from './apply/apply-form.tsx';
import { MadePayout } from './apply/made-payout.tsx';
import { SavedPayees } from './apply/saved-payees.tsx';

/** A payout submitted by hand: to whom, how much, what it will take, and the proof of who submits it. */
export function ApplyPayout() {
  const { title } = useScreenPlace();
  const [made, setMade] = useState<PayoutListRow | null>(null);
  const [customerId, setCustomerId] = useState('');
  const [payee, setPayee] = useState<PayeeRow | null>(null);
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <ApplyForm
          key={made?.id ?? ''}
          payee={payee}
          customerId={customerId}
          onMerchant={(id) => {
            setCustomerId(id);
            setPayee(null);
          }}
          onPayee={setPayee}
          onMade={(row) => {
            setMade(row);
            setPayee(null);
          }}
        />
        <div className={styles.beside}>
          {made !== null && <MadePayout made={made} onAnother={() => setMade(null)} />}
          <SavedPayees customerId={customerId} chosen={payee} onChoose={setPayee} />
        </div>
      </div>
    </ListPage>
  );
}
