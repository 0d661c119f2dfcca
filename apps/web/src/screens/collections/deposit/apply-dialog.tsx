import { NativeSelect, TextInput } from '@mantine/core';
import { applyDeposit, depositSlipPath } from '@suanpan/contract/endpoints/deposits';
import { useState } from 'react';
import { CurrencySelect } from '../../../kit/currency-select.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { merchantNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useSlip } from '../../../parts/slip/use-slip.tsx';

/** Says that money was wired: a merchant for himself, those above him for the one whom they name. */
export function ApplyDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('funds');
  const own = useSelf();
  const isMerchant = own.customer_id !== undefined;
  const [ownerId, setOwnerId] = useState<string | null>('');
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState(own.currency);
  const [method, setMethod] = useState<'bank' | 'chain'>('bank');
  const [proof, setProof] = useState('');
  const [note, setNote] = useState('');
  const slip = useSlip(depositSlipPath);
  return (
    <FormDialog
      title={t('acts.apply')}
      submitLabel={t('acts.apply')}
      hint={t('hints.apply')}
      isReady={
        amount.trim() !== '' && proof.trim() !== '' && (isMerchant || Boolean(ownerId)) && !slip.isTooLarge
      }
      act={async (_form, once) => {
        const made = await call(
          applyDeposit,
          {
            amount: amount.trim(),
            currency,
            method,
            ...(method === 'bank' ? { payer_last5: proof.trim() } : { tx_hash: proof.trim() }),
            ...(note.trim() !== '' && { note: note.trim() }),
            ...(await slip.taken()),
            ...(!isMerchant && ownerId && { owner_id: ownerId }),
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('states.applied'), text: made.no });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {!isMerchant && (
            <PickInput
              label={t('fields.merchant')}
              source={merchantNames}
              onPick={setOwnerId}
              error={errorOf('owner_id')}
              required
              isFirst
            />
          )}
          <CurrencySelect label={t('columns.currency')} value={currency} onPick={setCurrency} />
          <TextInput
            label={t('fields.amount')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={errorOf('amount')}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus={isMerchant || undefined}
          />
          <NativeSelect
            label={t('columns.method')}
            value={method}
            onChange={(event) => setMethod(event.currentTarget.value === 'chain' ? 'chain' : 'bank')}
            data={(['bank', 'chain'] as const).map((one) => ({ value: one, label: t(`methods.${one}`) }))}
          />
          <TextInput
            label={method === 'bank' ? t('fields.last5') : t('fields.txHash')}
            value={proof}
            onChange={(event) => setProof(event.currentTarget.value)}
            error={errorOf(method === 'bank' ? 'payer_last5' : 'tx_hash')}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <TextInput
            label={t('fields.note')}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errorOf('note')}
          />
          {slip.input}
        </>
      )}
    </FormDialog>
  );
}
