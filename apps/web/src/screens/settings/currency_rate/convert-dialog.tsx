import { NativeSelect, TextInput } from '@mantine/core';
import { convertAtRate, rateCurrencies } from '@suanpan/contract/endpoints/currency-rates';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { useState } from 'react';
import { DialogForm } from '../../../kit/dialog-form.tsx';
import { call } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';

type Answer = OutputOf<typeof convertAtRate>;

/** What an amount comes to by the rates in force. */
export function ConvertDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('rates');
  const { isBusy, fault, send } = useSending();
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState<(typeof rateCurrencies)[number]>('USDT');
  const [to, setTo] = useState<(typeof rateCurrencies)[number]>('TWD');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const currencyOf = (text: string) => rateCurrencies.find((one) => one === text) ?? 'TWD';
  return (
    <DialogForm
      title={t('acts.convert')}
      submitLabel={t('acts.convert')}
      isReady={amount !== '' && from !== to}
      isBusy={isBusy}
      fault={fault && saidElsewhere(fault, [])}
      onSubmit={() =>
        void send(async () => {
          setAnswer(null);
          setAnswer(await call(convertAtRate, { amount, from, to }));
        })
      }
      onClose={onClose}
    >
      <TextInput
        label={t('fields.amount')}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
        inputMode="decimal"
        autoComplete="off"
        required
        data-autofocus
      />
      <NativeSelect
        label={t('fields.from')}
        value={from}
        onChange={(event) => setFrom(currencyOf(event.currentTarget.value))}
        data={[...rateCurrencies]}
      />
      <NativeSelect
        label={t('fields.to')}
        value={to}
        onChange={(event) => setTo(currencyOf(event.currentTarget.value))}
        data={[...rateCurrencies]}
      />
      {answer && (
        <output>
          {t('states.result', { amount: answer.amount, currency: answer.currency, rate: answer.rate })}
        </output>
      )}
    </DialogForm>
  );
}
