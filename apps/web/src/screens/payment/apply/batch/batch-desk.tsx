import { Button } from '@mantine/core';
import { batchColumns, batchUploadPath, listBatches } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchRef } from '@suanpan/contract/endpoints/payout-batches';
import { uploadMaxBytes, payoutBatchMaxRows } from '@suanpan/domain/limits';
import { displayCount } from '@suanpan/money/display';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileField } from '../../../../kit/file-field.tsx';
import { call, upload } from '../../../../lib/api.ts';
import { useMay } from '../../../../lib/own-user.ts';
import { showInstant } from '../../../../lib/platform-time.ts';
import { textAt } from '../../../../lib/list-paging.ts';
import { useScreenPlace } from '../../../../lib/screen-search.ts';
import { useSending } from '../../../../lib/use-sending.ts';
import { useWords } from '../../../../lib/use-words.ts';
import { MerchantField } from '../../../../parts/by-hand/order-fields.tsx';
import { useIsMerchant } from '../../../../parts/by-hand/use-methods.ts';
import styles from './batch.module.css';
import { BatchView } from './batch-view.tsx';

/** Payouts by the file: taken in, or one of the latest opened. */
export function BatchDesk() {
  const { search, setSearch } = useScreenPlace();
  const opened = textAt(search, 'batch');
  const open = (id: string | null): void => {
    const { batch: _batch, ...rest } = search;
    setSearch(id === null ? rest : { ...rest, batch: id }, true);
  };
  return opened === undefined ? (
    <NewBatch onOpen={open} />
  ) : (
    <BatchView id={opened} onBack={() => open(null)} />
  );
}

interface Chosen {
  readonly file: File;
  /** Made with the choice: the same file, sent again, is the same batch. */
  readonly key: string;
}

function NewBatch({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const t = useWords('payment');
  const isMerchant = useIsMerchant();
  const may = useMay();
  const client = useQueryClient();
  const [customerId, setCustomerId] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { errorOf, fault, isBusy, send } = useSending();
  const asked = isMerchant ? {} : { customer_id: customerId };
  const { data: recent } = useQuery({
    queryKey: [listBatches.path, asked],
    queryFn: ({ signal }) => call(listBatches, asked, { signal }),
    enabled: isMerchant || customerId !== '',
    retry: false,
  });
  const isTooLarge = chosen !== null && chosen.file.size > uploadMaxBytes;
  const canSend = chosen !== null && !isTooLarge && (isMerchant || customerId !== '');

  const read = async (): Promise<void> => {
    if (chosen === null) return;
    const query = new URLSearchParams({
      ...(!isMerchant && { customer_id: customerId }),
      name: chosen.file.name.slice(0, 200),
    });
    const { id } = (await upload(`${batchUploadPath}?${query}`, chosen.file, {
      idempotencyKey: chosen.key,
    })) as BatchRef;
    await client.invalidateQueries({ queryKey: [listBatches.path] });
    onOpen(id);
  };
  // Spreadsheets recognise UTF-8 by the mark in front.
  const template = `\ufeff${batchColumns.map((column) => t(`batch.columns.${column}`)).join(',')}\r\n`;

  return (
    <div className={styles.desk}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend && !isBusy) void send(read);
        }}
      >
        {!isMerchant && <MerchantField onPick={setCustomerId} error={errorOf('customer_id')} />}
        {may('payment.apply.createBatch') && (
          <>
            <FileField
              label={t('batch.file')}
              description={t('batch.fileHint', { rows: displayCount(payoutBatchMaxRows) })}
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              onChoose={(file) => setChosen(file && { file, key: crypto.randomUUID() })}
              error={isTooLarge ? t('batch.tooLarge') : undefined}
            />
            {fault !== null && (
              <p role="alert" className={styles.fault}>
                {fault.message}
              </p>
            )}
            <div className={styles.foot}>
              <Button type="submit" disabled={!canSend} loading={isBusy}>
                {t('batch.read')}
              </Button>
              <Button
                variant="default"
                component="a"
                href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
                download="payouts.csv"
              >
                {t('batch.template')}
              </Button>
            </div>
          </>
        )}
      </form>
      {recent !== undefined && (
        <section className={styles.recent} aria-label={t('batch.recent')}>
          <h3>{t('batch.recent')}</h3>
          {recent.length === 0 && <p className={styles.quiet}>{t('batch.none')}</p>}
          <ul>
            {recent.map((batch) => (
              <li key={batch.id}>
                <span>
                  {batch.file_name || `#${batch.id}`}
                  <small>
                    {showInstant(batch.created_at)} · {batch.made_by.name} ·{' '}
                    {t(`batch.states.${batch.state}`)} ·{' '}
                    {t('batch.made', { made: batch.made, count: batch.count })}
                    {batch.waiting > 0 && ` · ${t('batch.waiting', { count: batch.waiting })}`}
                  </small>
                </span>
                <Button size="xs" variant="default" onClick={() => onOpen(batch.id)}>
                  {t('batch.open')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
