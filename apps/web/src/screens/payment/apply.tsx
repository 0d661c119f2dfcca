import '../../theme/form-styles.ts';
import { Tabs } from '@mantine/core';
import type { PayeeRow } from '@suanpan/contract/endpoints/payout-apply';
import type { PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { lazy, Suspense, useState } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './apply/apply.module.css';
import { ApplyForm } from './apply/apply-form.tsx';
import { MadePayout } from './apply/made-payout.tsx';
import { SavedPayees } from './apply/saved-payees.tsx';

// Fetched when somebody comes with a file: most pay one at a time.
const BatchDesk = lazy(async () => ({ default: (await import('./apply/batch/batch-desk.tsx')).BatchDesk }));

const kinds = ['single', 'batch'] as const;

/** Payouts submitted by hand: one that is filled in, or many by the file. */
export function ApplyPayout() {
  const { search, setSearch, title } = useScreenPlace();
  const t = useWords('payment');
  const kind = textAt(search, 'by') === 'batch' || textAt(search, 'batch') !== undefined ? 'batch' : 'single';
  return (
    <ListPage title={title}>
      <Tabs
        className={styles.screen}
        value={kind}
        onChange={(next) => setSearch(next === 'batch' ? { by: 'batch' } : {}, true)}
        keepMounted={false}
      >
        <Tabs.List>
          {kinds.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`batch.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* What is typed stays while somebody looks at the files. */}
        <Tabs.Panel value="single" keepMounted>
          <SinglePayout />
        </Tabs.Panel>
        <Tabs.Panel value="batch">
          <Suspense fallback={null}>
            <BatchDesk />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </ListPage>
  );
}

/** To whom, how much, what it will take, and the proof of who submits it. */
function SinglePayout() {
  const [made, setMade] = useState<PayoutListRow | null>(null);
  const [customerId, setCustomerId] = useState('');
  const [payee, setPayee] = useState<PayeeRow | null>(null);
  return (
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
  );
}
