import { Checkbox } from '@mantine/core';
import { batchEffect, submitBatch } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchEffect, BatchView } from '@suanpan/contract/endpoints/payout-batches';
import { display2, display4 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../../kit/confirm.tsx';
import { call } from '../../../../lib/api.ts';
import { CallFault } from '../../../../lib/call-fault.ts';
import { toasts } from '../../../../lib/toast.ts';
import { useWords } from '../../../../lib/use-words.ts';
import dialogs from '../../../../parts/user/dialogs.module.css';
import styles from './batch.module.css';

interface SubmitBatchProps {
  readonly batch: BatchView;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What the batch will pay and take, to the last figure; the code is spent on exactly this. */
export function SubmitBatch({ batch, onClose, onDone }: SubmitBatchProps) {
  const t = useWords('payment');
  const [goodOnly, setGoodOnly] = useState(false);
  const asked = { id: batch.id, good_only: goodOnly };
  const { data: effect, error } = useQuery({
    queryKey: [batchEffect.path, asked, batch.version],
    queryFn: ({ signal }) => call(batchEffect, asked, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Confirm
      title={t('batch.submit')}
      effect={
        <div className={dialogs.effect}>
          {batch.bad > 0 && (
            <Checkbox
              label={t('batch.goodOnly', { count: batch.good })}
              checked={goodOnly}
              onChange={(event) => setGoodOnly(event.currentTarget.checked)}
            />
          )}
          {error instanceof CallFault && (
            <p role="alert" className={styles.fault}>
              {error.message}
            </p>
          )}
          {effect !== undefined && <Effect effect={effect} />}
        </div>
      }
      confirmLabel={t('batch.submit')}
      isReady={effect !== undefined}
      asks={
        (effect?.duplicates ?? 0) > 0
          ? ['reason', 'payment_password', 'one_code']
          : ['payment_password', 'one_code']
      }
      act={async ({ once, reason, stepUp }) => {
        if (effect === undefined) return;
        await call(
          submitBatch,
          {
            ...asked,
            effect_hash: effect.hash,
            ...(reason !== '' && { reason }),
            ...stepUp,
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('batch.submitted'), text: batch.file_name });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function Effect({ effect }: { readonly effect: BatchEffect }) {
  const t = useWords('payment');
  const of = (field: BatchEffect['effect'][number]['field']) =>
    effect.effect.find((each) => each.field === field);
  const sum = (field: 'amount' | 'fee' | 'total'): string =>
    `${effect.currency} ${(field === 'amount' ? display2 : display4)(of(field)?.after ?? '')}`;
  const balance = of('balance');
  return (
    <>
      <dl className={dialogs.becomes}>
        <dt>{t('apply.merchant')}</dt>
        <dd>{effect.customer.name}</dd>
        <dt>{t('batch.count')}</dt>
        <dd className="num">{of('count')?.after}</dd>
        <dt>{t('apply.amount')}</dt>
        <dd className="num">{sum('amount')}</dd>
        <dt>{t('apply.capital')}</dt>
        <dd>{of('amount_zh')?.after}</dd>
        <dt>{t('apply.fee')}</dt>
        <dd className="num">{sum('fee')}</dd>
        <dt>{t('apply.total')}</dt>
        <dd className="num">{sum('total')}</dd>
        <dt>{t('apply.balance')}</dt>
        <dd className="num">
          {t('apply.becomes', {
            before: display2(balance?.before ?? ''),
            after: display2(balance?.after ?? ''),
          })}
        </dd>
      </dl>
      {effect.waits && <p className={dialogs.hint}>{t('batch.waits')}</p>}
      {effect.duplicates > 0 && (
        <p className={dialogs.hint}>{t('batch.again', { count: effect.duplicates })}</p>
      )}
    </>
  );
}
