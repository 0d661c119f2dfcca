import { NativeSelect, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { supplyCollection, supplyEffect, supplyOptions } from '@suanpan/contract/endpoints/collection-supply';
import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { SupplyEffect } from './supply-effect.tsx';

interface SupplyDialogProps {
  readonly row: Pick<CollectionRow, 'id' | 'order_no'>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Options = OutputOf<typeof supplyOptions>;
type Source = Options['sources'][number];
/** Where the money comes from: a payment that lies aside by its own id, else whose money it is. */
type Wish = { readonly source: Source; readonly receipt_id?: string };

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/;

function wishOf(chosen: string): Wish {
  return /^\d+$/.test(chosen)
    ? { source: 'receipt', receipt_id: chosen }
    : { source: chosen as Exclude<Source, 'receipt'> };
}

/** Settles an order with what was really paid: the sum and where it comes from, then what that does, then the proof. */
export function SupplyDialog({ row, onDone, onClose }: SupplyDialogProps) {
  const t = useWords('orders');
  const told = useToldSubmission();
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { data: options, error: refused } = useQuery({
    queryKey: [supplyOptions.path, row.id],
    queryFn: ({ signal }) => call(supplyOptions, { id: row.id }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const source = chosen ?? firstOf(options);
  const amount = typed ?? amountOf(options, source);
  const isTyped = amountPattern.test(amount) && source !== '';
  const asked = { id: row.id, amount, ...wishOf(source) };
  const { data: shown, error } = useQuery({
    queryKey: [supplyEffect.path, asked],
    queryFn: ({ signal }) => call(supplyEffect, asked, { signal }),
    enabled: isTyped,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const fault = refused ?? (isTyped ? error : null);
  return (
    <Confirm
      title={`${t('actions.supply')} ${row.order_no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('supply.hint')}</p>
          <NativeSelect
            label={t('supply.source')}
            data={[
              ...(options?.receipts ?? []).map(({ id, left, no }) => ({
                value: id,
                label: `${t('supply.sources.receipt')} · ${no} · ${left}`,
              })),
              ...(options?.sources ?? [])
                .filter((each) => each !== 'receipt')
                .map((each) => ({ value: each, label: t(`supply.sources.${each}`) })),
            ]}
            value={source}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setTyped(null);
            }}
            required
          />
          <TextInput
            label={t('supply.amount')}
            value={amount}
            onChange={(event) => setTyped(event.currentTarget.value.trim())}
            // A sum that comes while somebody types would stand before what he typed.
            readOnly={options === undefined}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
          />
          {shown && isTyped && <SupplyEffect shown={shown} />}
          {fault instanceof CallFault && <p role="alert">{fault.message}</p>}
        </div>
      }
      confirmLabel={t('actions.supply')}
      isDangerous
      isReady={isTyped && shown !== undefined && error === null}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          supplyCollection,
          {
            ...asked,
            reason,
            ...stepUp,
            effect_hash: shown?.hash ?? '',
          },
          once,
        );
        told(answer, `${t('actions.supply')} · ${t('ending.done')}`, row.order_no);
        onDone();
      }}
      onClose={onClose}
    />
  );
}

/** What lies aside for the order comes before anybody's own money. */
function firstOf(options: Options | undefined): string {
  return options?.receipts[0]?.id ?? options?.sources[0] ?? '';
}

/** All of a payment that lies aside, else what was ordered; without the zeros behind it. */
function amountOf(options: Options | undefined, source: string): string {
  const whole = options?.receipts.find(({ id }) => id === source)?.left ?? options?.amount ?? '';
  return whole.replace(/\.?0+$/, '');
}
