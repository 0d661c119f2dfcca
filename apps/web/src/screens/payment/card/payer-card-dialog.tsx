import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { addPayerCard, updatePayerCard } from '@suanpan/contract/endpoints/payout-cards';
import type { CardRow } from '@suanpan/contract/endpoints/payout-cards';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { payoutChannelNames } from '../../../lib/names.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { BankField } from '../../../parts/bank-field.tsx';
import styles from '../../../parts/user/dialogs.module.css';

interface PayerCardDialogProps {
  /** Null makes a new one. */
  readonly row: CardRow | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const countPattern = /^\d{1,5}$/;
const amountPattern = /^\d{1,12}(\.\d{1,6})?$/;

/** A card from which a channel pays, and how far it may be used on a day. */
export function PayerCardDialog({ row, onDone, onClose }: PayerCardDialogProps) {
  const t = useWords('payment');
  const [channel, setChannel] = useState('');
  const [bank, setBank] = useState('');
  const [holder, setHolder] = useState('');
  const [number, setNumber] = useState('');
  const [count, setCount] = useState(String(row?.limit_count ?? 0));
  const [amount, setAmount] = useState(row?.limit_amount.replace(/\.?0+$/, '') ?? '0');
  const [isOn, setOn] = useState(row?.is_on ?? true);
  const { data: channels } = useQuery({
    queryKey: ['names', payoutChannelNames.kind],
    queryFn: ({ signal }) => payoutChannelNames.find({}, signal),
    enabled: row === null,
  });
  const isNamed = row !== null || [channel, bank, holder.trim(), number.trim()].every((text) => text !== '');
  return (
    <Confirm
      title={row === null ? t('card.payer.add') : `${t('card.payer.edit')} · ${row.card}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('card.payer.hint')}</p>
          {row === null && (
            <>
              <NativeSelect
                label={t('card.columns.channel')}
                data={[
                  '',
                  ...(channels ?? []).map(({ id, name }) => ({ value: id, label: `${name} · ${id}` })),
                ]}
                value={channel}
                onChange={(event) => setChannel(event.currentTarget.value)}
                required
                data-autofocus
              />
              <BankField label={t('card.columns.bank')} onPick={setBank} />
              <TextInput
                label={t('card.payer.holder')}
                value={holder}
                onChange={(event) => setHolder(event.currentTarget.value)}
                autoComplete="off"
                required
              />
              <TextInput
                label={t('card.columns.card')}
                value={number}
                onChange={(event) => setNumber(event.currentTarget.value)}
                autoComplete="off"
                inputMode="numeric"
                required
              />
            </>
          )}
          <TextInput
            label={t('card.columns.limitCount')}
            description={t('card.payer.noLimit')}
            value={count}
            onChange={(event) => setCount(event.currentTarget.value.trim())}
            inputMode="numeric"
            required
          />
          <TextInput
            label={t('card.columns.limitAmount')}
            description={t('card.payer.noLimit')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.trim())}
            inputMode="decimal"
            required
          />
          <Switch
            label={t('card.payer.isOn')}
            checked={isOn}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
        </div>
      }
      confirmLabel={t('card.payer.save')}
      isReady={isNamed && countPattern.test(count) && amountPattern.test(amount)}
      act={async ({ once }) => {
        // Not money: how often a card may be used.
        const limits = { limit_count: Number(count), limit_amount: amount, enabled: isOn };
        if (row === null) {
          const card = {
            channel_id: channel,
            bank_code: bank,
            account_name: holder.trim(),
            card_no: number.trim(),
          };
          await call(addPayerCard, { ...card, ...limits }, once);
        } else {
          await call(updatePayerCard, { id: row.id, version: row.version, ...limits });
        }
        toasts.emit({ tone: 'ok', title: t('card.payer.saved'), text: row?.card ?? holder });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
