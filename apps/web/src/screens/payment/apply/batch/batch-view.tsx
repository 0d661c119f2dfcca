import { Button, NativeSelect } from '@mantine/core';
import { dispatchBatch, getBatch, listBatches } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchView as Batch } from '@suanpan/contract/endpoints/payout-batches';
import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { display2, display4 } from '@suanpan/money/display';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../../kit/confirm.tsx';
import { Fault } from '../../../../kit/fault.tsx';
import { call } from '../../../../lib/api.ts';
import { CallFault } from '../../../../lib/call-fault.ts';
import { useMay } from '../../../../lib/own-user.ts';
import { toasts } from '../../../../lib/toast.ts';
import { useWords } from '../../../../lib/use-words.ts';
import styles from './batch.module.css';
import { BatchRows } from './batch-rows.tsx';
import { SubmitBatch } from './submit-batch.tsx';

const rowsAPage = 50;
const lookAgainMs = 2_000;
const kinds = ['all', 'wrong', 'duplicate', 'unpaid'] as const;
type Only = (typeof kinds)[number];

interface BatchViewProps {
  readonly id: string;
  readonly onBack: () => void;
}

/** One batch: what it comes to, its rows, and what can be done with it. */
export function BatchView({ id, onBack }: BatchViewProps) {
  const t = useWords('payment');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const [only, setOnly] = useState<Only>('all');
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<'submit' | 'dispatch' | null>(null);
  const asked = { id, page, paginate: rowsAPage, only };
  const { data, error, refetch } = useQuery({
    queryKey: [getBatch.path, asked],
    queryFn: ({ signal }) =>
      call(getBatch, asked, {
        signal,
        background: client.getQueryData<Batch>([getBatch.path, asked])?.state === 'running',
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookAgainMs : false),
    placeholderData: (before) => before,
    retry: false,
  });
  const again = (): void => {
    for (const path of [getBatch.path, listBatches.path, searchPayouts.path])
      void client.invalidateQueries({ queryKey: [path] });
  };
  if (data === undefined)
    return error instanceof CallFault ? <Fault fault={error} onRetry={() => void refetch()} /> : null;
  const pages = Math.max(1, Math.ceil(data.shown / data.paginate));
  const isOpen = data.state !== 'running' && data.good + data.bad > 0;
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <Button size="xs" variant="default" onClick={onBack}>
          ‹ {t('batch.back')}
        </Button>
        <strong>{data.file_name || `#${data.id}`}</strong>
        <span aria-live="polite">
          {data.customer.name} · {t(`batch.states.${data.state}`)} ·{' '}
          {t('batch.made', { made: data.made, count: data.count })}
          {data.waiting > 0 && ` · ${t('batch.waiting', { count: data.waiting })}`}
        </span>
      </div>
      <Figures batch={data} />
      <div className={styles.head}>
        <NativeSelect
          size="xs"
          aria-label={t('batch.says')}
          value={only}
          onChange={(event) => {
            const kind = kinds.find((each) => each === event.currentTarget.value);
            setOnly(kind ?? 'all');
            setPage(1);
          }}
          data={kinds.map((kind) => ({ value: kind, label: t(`batch.only.${kind}`) }))}
        />
        <span className="num">
          {page} / {pages}
        </span>
        <Button
          size="xs"
          variant="default"
          aria-label={common('table.previousPage')}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        >
          ‹
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={common('table.nextPage')}
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        >
          ›
        </Button>
        <span className={styles.gap} />
        {isOpen && may('payment.apply.createBatch') && (
          <Button onClick={() => setDialog('submit')} disabled={data.good === 0}>
            {t('batch.submit')}
          </Button>
        )}
        {data.waiting > 0 && may('payment.transactions.take') && (
          <Button onClick={() => setDialog('dispatch')}>{t('batch.dispatch')}</Button>
        )}
      </div>
      <BatchRows batch={data} mayEdit={isOpen && may('payment.apply.createBatch')} onChanged={again} />
      {dialog === 'submit' && <SubmitBatch batch={data} onDone={again} onClose={() => setDialog(null)} />}
      {dialog === 'dispatch' && (
        <Confirm
          title={`${t('batch.dispatch')} · ${data.customer.name}`}
          effect={<p>{t('batch.dispatchEffect', { count: data.waiting })}</p>}
          confirmLabel={t('batch.dispatch')}
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            await call(dispatchBatch, { id, reason, ...stepUp }, once);
            toasts.emit({ tone: 'ok', title: t('batch.dispatched'), text: data.file_name });
            again();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

function Figures({ batch }: { readonly batch: Batch }) {
  const t = useWords('payment');
  if (batch.state === 'running' || batch.good + batch.bad === 0) return null;
  const money = (text: string, show = display2): string => `${batch.currency} ${show(text)}`;
  const figures: [
    key: 'good' | 'bad' | 'duplicates' | 'sum' | 'fee' | 'total' | 'available',
    text: string,
  ][] = [
    ['good', String(batch.good)],
    ['bad', String(batch.bad)],
    ['duplicates', String(batch.duplicates)],
    ['sum', money(batch.sum)],
    ['fee', money(batch.fee, display4)],
    ['total', money(batch.total, display4)],
    ['available', money(batch.available)],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`batch.${key}`)}</dt>
          <dd className="num" data-bad={(key === 'bad' && batch.bad > 0) || undefined}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
