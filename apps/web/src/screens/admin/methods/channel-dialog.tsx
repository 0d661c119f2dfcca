import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  channelAccounts,
  createChannel,
  methodTypes,
  updateChannel,
} from '@suanpan/contract/endpoints/channel-definitions';
import type { DefinitionRow } from '@suanpan/contract/endpoints/channel-definitions';
import type { Currency } from '@suanpan/money/currency';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { ReasonField } from '../../../kit/reason-field.tsx';
import { call } from '../../../lib/api.ts';
import type { NameSource } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';
import { PriceFields, shortOf, typedOf } from '../../../parts/channel/price-fields.tsx';
import { WindowsField } from '../../../parts/channel/windows-field.tsx';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface ChannelDialogProps {
  /** The channel that is changed; null for a new one. */
  readonly row: DefinitionRow | null;
  readonly type: 'collection' | 'payment';
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A channel: what it is made of, its limits, its hours, and what the provider takes. */
export function ChannelDialog({ row, type, onDone, onClose }: ChannelDialogProps) {
  const t = useWords('channelDefs');
  const common = useWords('common');
  const told = useToldSubmission();
  const accounts = useMemo<NameSource>(
    () => ({
      kind: `channelAccount.${type}`,
      find: async (question, signal) =>
        (await call(channelAccounts, { type, ...question }, { ...(signal && { signal }) })).items,
    }),
    [type],
  );
  const [accountId, setAccountId] = useState<string | null>('');
  const [code, setCode] = useState('');
  const [methodType, setMethodType] = useState<(typeof methodTypes)[number]>('bank_transfer');
  const [name, setName] = useState(row?.name ?? '');
  const [min, setMin] = useState(shortOf(row?.min_amount ?? '0'));
  const [max, setMax] = useState(shortOf(row?.max_amount ?? '0'));
  const [balance, setBalance] = useState(shortOf(row?.balance_limit ?? ''));
  const [dailyAmount, setDailyAmount] = useState(shortOf(row?.daily_amount ?? '0'));
  const [dailyCount, setDailyCount] = useState(String(row?.daily_count ?? 0));
  const [windows, setWindows] = useState(row?.windows ?? []);
  const [priority, setPriority] = useState(String(row?.priority ?? 1));
  const [weight, setWeight] = useState(String(row?.weight ?? 100));
  const [isWhole, setWhole] = useState(row?.integer_only ?? false);
  const [needsName, setNeedsName] = useState(row?.needs_payer_name ?? false);
  const [isEnabled, setEnabled] = useState(row?.enabled ?? true);
  const [fee, setFee] = useState(typedOf(row?.endpoint_fee ?? null));
  const [reason, setReason] = useState('');
  const currency: Currency | undefined = row?.currency;
  const count = (text: string): number => Number(text || '0'); // Not money: a count or a place.

  const save = async (): Promise<void> => {
    const channel = {
      name: name.trim(),
      weight: count(weight),
      min_amount: min || '0',
      max_amount: max || '0',
      balance_limit: balance === '' ? null : balance,
      daily_amount: dailyAmount || '0',
      daily_count: count(dailyCount),
      windows: windows.map(({ days, from, to }) => ({ ...(days?.length && { days: [...days] }), from, to })),
      priority: count(priority),
      integer_only: isWhole,
      needs_payer_name: needsName,
      enabled: isEnabled,
      endpoint_fee: fee,
      reason: reason.trim(),
    };
    const answer =
      row === null
        ? await call(createChannel, {
            channel_account_id: accountId ?? '',
            code: code.trim(),
            method_type: methodType,
            ...channel,
          })
        : await call(updateChannel, { id: row.id, v: row.v, ...channel });
    told(answer, t('done.saved'), channel.name);
    await onDone();
  };

  return (
    <FormDialog
      title={row === null ? t('acts.create') : `${t('acts.update')} · ${row.name}`}
      submitLabel={t('acts.save')}
      hint={row === null ? t('hints.create') : t('hints.price')}
      isReady={
        reason.trim() !== '' && name.trim() !== '' && (row !== null || (Boolean(accountId) && code !== ''))
      }
      size={560}
      act={save}
      onClose={onClose}
    >
      {(errorOf) => {
        const field = (
          label: string,
          key: string,
          value: string,
          set: (next: string) => void,
          description?: string,
        ) => (
          <TextInput
            name={key}
            label={label}
            value={value}
            onChange={(event) => set(event.currentTarget.value.replace(/[^\d.]/g, ''))}
            error={errorOf(key)}
            description={description}
            inputMode="decimal"
            autoComplete="off"
          />
        );
        const noLimit = common('hints.zeroNoLimit');
        return (
          <div className={styles.form}>
            {row === null && (
              <>
                <PickInput
                  label={t('columns.account')}
                  source={accounts}
                  onPick={setAccountId}
                  error={errorOf('channel_account_id')}
                  required
                />
                <div className={styles.pair}>
                  <TextInput
                    name="code"
                    label={t('columns.code')}
                    value={code}
                    onChange={(event) =>
                      setCode(event.currentTarget.value.replace(/[^\w-]/g, '').slice(0, 32))
                    }
                    error={errorOf('code')}
                    autoComplete="off"
                    required
                  />
                  <NativeSelect
                    label={t('columns.methodType')}
                    value={methodType}
                    onChange={(event) =>
                      setMethodType(
                        methodTypes.find((one) => one === event.currentTarget.value) ?? 'bank_transfer',
                      )
                    }
                    data={methodTypes.map((one) => ({ value: one, label: t(`methodTypes.${one}`) }))}
                  />
                </div>
              </>
            )}
            <TextInput
              name="name"
              label={t('columns.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={errorOf('name')}
              maxLength={64}
              autoComplete="off"
              required
            />
            <div className={styles.pair}>
              {field(t('columns.minAmount'), 'min_amount', min, setMin, noLimit)}
              {field(t('columns.maxAmount'), 'max_amount', max, setMax, noLimit)}
              {field(t('columns.dailyAmount'), 'daily_amount', dailyAmount, setDailyAmount, noLimit)}
              {field(t('columns.dailyCount'), 'daily_count', dailyCount, setDailyCount, noLimit)}
            </div>
            {field(
              t('columns.balanceLimit'),
              'balance_limit',
              balance,
              setBalance,
              common('hints.balanceUnset'),
            )}
            <WindowsField value={windows} onChange={setWindows} error={errorOf('windows')} />
            <div className={styles.pair}>
              {field(t('columns.priority'), 'priority', priority, setPriority)}
              {field(t('columns.weight'), 'weight', weight, setWeight)}
            </div>
            <PriceFields
              label={t('columns.endpointFee')}
              currency={currency}
              value={fee}
              onChange={setFee}
              error={errorOf('endpoint_fee')}
            />
            <Checkbox
              label={t('fields.integerOnly')}
              checked={isWhole}
              onChange={(event) => setWhole(event.currentTarget.checked)}
            />
            <Checkbox
              label={t('fields.needsPayerName')}
              checked={needsName}
              onChange={(event) => setNeedsName(event.currentTarget.checked)}
            />
            <Switch
              label={t('columns.enabled')}
              checked={isEnabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
            <ReasonField value={reason} onChange={setReason} error={errorOf('reason')} />
          </div>
        );
      }}
    </FormDialog>
  );
}
