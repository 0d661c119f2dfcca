import { NativeSelect, TextInput } from '@mantine/core';
import {
  matchReceipt,
  matchReceiptEffect,
  receiptCandidates,
  type ReceiptRow,
} from '@suanpan/contract/endpoints/receipts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import { SupplyEffect } from '../collection/supply-effect.tsx';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';

interface MatchDialogProps {
  readonly row: ReceiptRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/;
/** As short as a number of an order can be. */
const shortestNumber = 6;

/** Which order the money was meant for: the likeliest first, or one that is looked for by its number. */
export function MatchDialog({ row, onDone, onClose }: MatchDialogProps) {
  const t = useWords('claims');
  const told = useToldSubmission();
  const [no, setNo] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const looked = no.trim().length >= shortestNumber ? no.trim() : undefined;
  const { data: found } = useQuery({
    queryKey: [receiptCandidates.path, row.id, looked],
    queryFn: ({ signal }) =>
      call(receiptCandidates, { id: row.id, ...(looked !== undefined && { no: looked }) }, { signal }),
    gcTime: 0,
  });
  const items = found?.items ?? [];
  const order = items.find(({ order_id: id }) => id === chosen) ?? items[0];
  const amount = typed ?? row.left.replace(/\.?0+$/, '');
  const asked = { id: row.id, order_id: order?.order_id ?? '', amount };
  const isTyped = order !== undefined && amountPattern.test(amount);
  const { data: shown, error } = useQuery({
    queryKey: [matchReceiptEffect.path, asked],
    queryFn: ({ signal }) => call(matchReceiptEffect, asked, { signal }),
    enabled: isTyped,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Confirm
      title={`${t('acts.match')} · ${row.no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.match')}</p>
          <dl className={styles.becomes}>
            <dt>{t('columns.left')}</dt>
            <dd>
              <Money value={row.left} currency={row.currency} isExact />
            </dd>
          </dl>
          <TextInput
            label={t('fields.find')}
            value={no}
            onChange={(event) => {
              setNo(event.currentTarget.value);
              setChosen(null);
            }}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            label={t('fields.order')}
            data={
              items.length === 0
                ? [{ value: '', label: found === undefined ? '' : t('noCandidate') }]
                : items.map((each) => ({
                    value: each.order_id,
                    label: [
                      each.no,
                      each.customer.name,
                      each.amount.replace(/\.?0+$/, ''),
                      ...each.why.map((why) => t(`why.${why}`)),
                    ].join(' · '),
                  }))
            }
            value={order?.order_id ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
            required
          />
          <TextInput
            label={t('fields.amount')}
            value={amount}
            onChange={(event) => setTyped(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            required
          />
          {shown && isTyped && <SupplyEffect shown={shown} />}
          {isTyped && error instanceof CallFault && <p role="alert">{error.message}</p>}
        </div>
      }
      confirmLabel={t('acts.match')}
      isReady={isTyped && shown !== undefined && error === null}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          matchReceipt,
          {
            ...asked,
            reason,
            ...stepUp,
            effect_hash: shown?.hash ?? '',
          },
          once,
        );
        told(answer, t('done'), row.no);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
