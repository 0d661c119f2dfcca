import { Button, TextInput } from '@mantine/core';
import {
  addPrivateTransfer,
  checkPrivateTransfer,
  type PrivateTransferRow,
} from '@suanpan/contract/endpoints/private-transfers';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { MomentField } from '../../../kit/moment-field.tsx';
import { call } from '../../../lib/api.ts';
import { merchantNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { instantOfFace } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { likenessOf } from './likeness.ts';

type Matches = PrivateTransferRow['matches'];

/** A wire is held against what is there before it is noted. */
export function AddDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('privateTransfers');
  const isMerchant = useSelf().customer_id !== undefined;
  const [name, setName] = useState('');
  const [last5, setLast5] = useState('');
  const [amount, setAmount] = useState('');
  const [paidAt, setPaidAt] = useState('');
  const [merchantId, setMerchantId] = useState<string | null>('');
  const [note, setNote] = useState('');
  const [matches, setMatches] = useState<Matches | null>(null);
  const checking = useSending();
  const isReady = name.trim() !== '' && last5.length === 5 && amount !== '' && paidAt !== '';
  const wire = () => ({
    real_name: name.trim(),
    last5,
    amount,
    paid_at: instantOfFace(paidAt),
  });
  const check = async (): Promise<void> => {
    await checking.send(async () => setMatches((await call(checkPrivateTransfer, wire())).matches));
  };
  return (
    <FormDialog
      title={t('acts.add')}
      submitLabel={t('acts.add')}
      isReady={isReady && merchantId !== null}
      act={async (_form, once) => {
        await call(
          addPrivateTransfer,
          {
            ...wire(),
            ...(note.trim() !== '' && { note: note.trim() }),
            ...(!isMerchant && merchantId && { customer_id: merchantId }),
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('said.added'), text: name.trim() });
        await onDone();
      }}
      onClose={onClose}
      end={
        matches !== null && (
          <div role="status" className={styles.effect}>
            <p>{matches.length === 0 ? t('said.none') : t('said.found', { count: matches.length })}</p>
            {matches.map((match) => (
              <p key={`${match.kind} ${match.id}`}>{likenessOf(t, match)}</p>
            ))}
          </div>
        )
      }
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('columns.realName')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errorOf('real_name') ?? checking.errorOf('real_name')}
            autoComplete="off"
            required
            data-autofocus
          />
          <TextInput
            label={t('columns.last5')}
            value={last5}
            onChange={(event) => setLast5(event.currentTarget.value.replace(/\D/g, '').slice(0, 5))}
            error={errorOf('last5') ?? checking.errorOf('last5')}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <TextInput
            label={`${t('columns.amount')} (TWD)`}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.replace(/[^\d.]/g, ''))}
            error={errorOf('amount') ?? checking.errorOf('amount')}
            inputMode="decimal"
            autoComplete="off"
            required
          />
          <MomentField
            label={t('fields.paidAt')}
            value={paidAt}
            onChange={setPaidAt}
            error={errorOf('paid_at') ?? checking.errorOf('paid_at')}
            required
          />
          {!isMerchant && (
            <PickInput
              label={t('fields.merchant')}
              source={merchantNames}
              onPick={setMerchantId}
              error={errorOf('customer_id')}
            />
          )}
          <TextInput
            label={t('columns.note')}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errorOf('note')}
          />
          <Button
            variant="default"
            disabled={!isReady}
            loading={checking.isBusy}
            onClick={() => void check()}
          >
            {t('acts.check')}
          </Button>
          {checking.fault && <p role="alert">{checking.fault.message}</p>}
        </>
      )}
    </FormDialog>
  );
}
