import { NativeSelect, TextInput } from '@mantine/core';
import { addWithdrawAccount, networks, withdrawalTypes } from '@suanpan/contract/endpoints/withdrawals';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { BankField } from '../../../parts/bank-field.tsx';

const ofBank = ['card_no', 'branch', 'province', 'city'] as const;

/** A bank account with all that a bank asks for, or a chain address with its network. */
export function AccountDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('withdrawals');
  const own = useSelf();
  const [type, setType] = useState<(typeof withdrawalTypes)[number]>('bank');
  const [bank, setBank] = useState('');
  const text = (form: FormData, name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const labels = {
    card_no: t('fields.cardNo'),
    branch: t('columns.branch'),
    province: t('columns.province'),
    city: t('columns.city'),
  };
  return (
    <FormDialog
      title={t('acts.addAccount')}
      submitLabel={t('acts.addAccount')}
      hint={t('hints.newAccount')}
      act={async (form, once) => {
        const common = { type, account_name: text(form, 'account_name'), alias: text(form, 'alias') };
        await call(
          addWithdrawAccount,
          type === 'bank'
            ? {
                ...common,
                currency: own.currency === 'USDT' ? 'TWD' : own.currency,
                bank_code: bank,
                card_no: text(form, 'card_no'),
                branch: text(form, 'branch'),
                province: text(form, 'province'),
                city: text(form, 'city'),
              }
            : {
                ...common,
                currency: 'USDT',
                network: networks.find((one) => one === text(form, 'network')) ?? 'TRC20',
                address: text(form, 'address'),
              },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('states.added'), text: t('hints.newAccount') });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label={t('columns.type')}
            value={type}
            onChange={(event) => setType(event.currentTarget.value === 'chain' ? 'chain' : 'bank')}
            data={withdrawalTypes.map((one) => ({ value: one, label: t(`types.${one}`) }))}
          />
          <TextInput
            name="account_name"
            label={t('fields.accountName')}
            error={errorOf('account_name')}
            autoComplete="off"
            required={type === 'bank'}
            data-autofocus
          />
          {type === 'bank' ? (
            <>
              <BankField label={t('fields.bank')} onPick={setBank} error={errorOf('bank_code')} />
              {ofBank.map((name) => (
                <TextInput
                  key={name}
                  name={name}
                  label={labels[name]}
                  error={errorOf(name)}
                  autoComplete="off"
                  required={name === 'card_no'}
                />
              ))}
            </>
          ) : (
            <>
              <NativeSelect
                name="network"
                label={t('fields.network')}
                error={errorOf('network')}
                data={[...networks]}
              />
              <TextInput
                name="address"
                label={t('fields.address')}
                error={errorOf('address')}
                autoComplete="off"
                spellCheck={false}
                required
              />
            </>
          )}
          <TextInput name="alias" label={t('columns.alias')} error={errorOf('alias')} autoComplete="off" />
        </>
      )}
    </FormDialog>
  );
}
