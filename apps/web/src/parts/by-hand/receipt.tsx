import { SegmentedControl } from '@mantine/core';
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { display2 } from '@suanpan/money/display';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import type { MadeOrder } from './draft.ts';
import styles from './receipt.module.css';

interface ReceiptProps {
  readonly made: MadeOrder;
  /** The order as it stands now: paid, or there is nothing to receipt. */
  readonly view: CheckoutView;
}

const papers = ['till', 'a4'] as const;
type Paper = (typeof papers)[number];

/** The receipt as it will be printed, on the paper of the till or on a sheet. */
export function ReceiptDialog({ onClose, ...receipt }: ReceiptProps & { onClose: () => void }) {
  const t = useWords('counter');
  const [paper, setPaper] = useState<Paper>('till');
  return (
    <FormDialog
      title={t('print')}
      submitLabel={t('print')}
      act={() => {
        window.print();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <SegmentedControl
            aria-label={t('paper')}
            value={paper}
            onChange={(value) => setPaper(papers.find((one) => one === value) ?? 'till')}
            data={papers.map((value) => ({ value, label: t(`papers.${value}`) }))}
          />
          <div className={styles.preview}>
            <Receipt {...receipt} />
          </div>
          {createPortal(
            <div className={styles.sheet} data-receipt data-paper={paper}>
              <Receipt {...receipt} />
            </div>,
            document.body,
          )}
        </>
      )}
    </FormDialog>
  );
}

function Receipt({ made, view }: ReceiptProps) {
  const t = useWords('counter');
  const s = useWords('statuses');
  const rows: readonly (readonly [string, string | null])[] = [
    [t('order'), made.order_no],
    [t('merchantOrder'), made.merchant_order_no],
    [t('productName'), made.product_name],
    [t('realName'), view.payer_name],
    [t('at'), view.paid_at === null ? null : showInstant(view.paid_at)],
    [t('state'), s(`collectionStatus.${view.status}`)],
    [t('amount'), `${made.currency} ${display2(made.order_amount)}`],
    [t('paid'), view.paid_amount === null ? null : `${made.currency} ${display2(view.paid_amount)}`],
  ];
  return (
    <article className={styles.receipt}>
      <h2>{view.merchant_name}</h2>
      <p>{t('receipt')}</p>
      <dl>
        {rows
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}
