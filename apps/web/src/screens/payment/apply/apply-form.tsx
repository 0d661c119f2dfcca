import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { InputOf } from '@suanpan/contract/endpoint';
import { payees, payoutEffect, payoutWays, savePayee } from '@suanpan/contract/endpoints/payout-apply';
import type { PayeeRow, PayoutEffect } from '@suanpan/contract/endpoints/payout-apply';
import type { PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { capitalAmount } from '@suanpan/messages/capital-amount';
import { readPositiveAmount } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { saidElsewhere } from '../../../lib/call-fault.ts';
import { currentLocale } from '../../../lib/locale.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useWords } from '../../../lib/use-words.ts';
import { BankField } from '../../../parts/bank-field.tsx';
import { MerchantField } from '../../../parts/by-hand/order-fields.tsx';
import { useIsMerchant } from '../../../parts/by-hand/use-methods.ts';
import styles from './apply.module.css';
import { ConfirmPayout } from './confirm-payout.tsx';
import { askedOf, emptyDraft, type Draft } from './draft.ts';

const shownFields = [
  'customer_id',
  'payee_id',
  'bank_code',
  'account_name',
  'card_no',
  'branch',
  'amount',
  'currency',
  'channel_alias',
  'order_no',
  'memo',
];

interface ApplyFormProps {
  readonly payee: PayeeRow | null;
  readonly customerId: string;
  readonly onMerchant: (customerId: string) => void;
  readonly onPayee: (payee: PayeeRow | null) => void;
  readonly onMade: (made: PayoutListRow) => void;
}

/** Who is paid and how much; nothing is sent before its effect was seen. */
export function ApplyForm({ customerId, onMade, onMerchant, onPayee, payee }: ApplyFormProps) {
  const t = useWords('payment');
  const isMerchant = useIsMerchant();
  const may = useMay();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [effect, setEffect] = useState<PayoutEffect | null>(null);
  const { errorOf, fault, isBusy, send } = useSending();
  const asksFor: InputOf<typeof payoutWays> = isMerchant ? {} : { customer_id: customerId };
  const { data: known } = useQuery({
    queryKey: [payoutWays.path, asksFor],
    queryFn: ({ signal }) => call(payoutWays, asksFor, { signal }),
    enabled: isMerchant || customerId !== '',
    retry: false,
  });
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const locale = currentLocale();
  const ways = known?.ways ?? [];
  const way = ways.find(({ currency }) => currency === draft.currency) ?? ways[0];
  const asked = askedOf({ ...draft, currency: way?.currency ?? '' }, payee, isMerchant ? '' : customerId);
  const minor = way === undefined ? null : readPositiveAmount(draft.amount.trim(), way.currency);
  const capital =
    minor === null || way === undefined
      ? undefined
      : capitalAmount(minor, way.currency, locale === 'zh-CN' ? 'simplified' : 'traditional');
  const elsewhere = fault && saidElsewhere(fault, shownFields);
  const mayKeep =
    payee === null && may('payment.apply.create') && draft.bankCode !== '' && draft.cardNo.trim() !== '';

  const keep = async (): Promise<void> => {
    const { account_name: name = '', bank_code: bank = '', branch, card_no: card = '' } = asked;
    const saved = await call(savePayee, {
      ...asksFor,
      account_name: name,
      bank_code: bank,
      card_no: card,
      ...(branch !== undefined && { branch }),
    });
    await client.invalidateQueries({ queryKey: [payees.path] });
    toasts.emit({ tone: 'ok', title: t('apply.savedNow'), text: saved.account_name });
  };
  const form = (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send(async () => setEffect(await call(payoutEffect, asked)));
      }}
    >
      {!isMerchant && <MerchantField onPick={onMerchant} error={errorOf('customer_id')} />}
      {known?.ways.length === 0 && <p className={styles.quiet}>{t('apply.noWays')}</p>}
      {payee === null ? (
        <>
          <BankField
            label={t('apply.bank')}
            onPick={(bankCode) => change({ bankCode })}
            error={errorOf('bank_code')}
          />
          <TextInput
            label={t('apply.name')}
            value={draft.accountName}
            onChange={(event) => change({ accountName: event.currentTarget.value })}
            error={errorOf('account_name')}
            maxLength={64}
            autoComplete="off"
            required
          />
          <TextInput
            label={t('apply.card')}
            value={draft.cardNo}
            onChange={(event) => change({ cardNo: event.currentTarget.value })}
            error={errorOf('card_no')}
            maxLength={64}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <TextInput
            label={t('apply.branch')}
            value={draft.branch}
            onChange={(event) => change({ branch: event.currentTarget.value })}
            error={errorOf('branch')}
            maxLength={128}
            autoComplete="off"
          />
        </>
      ) : (
        <div className={styles.made}>
          <dl className={styles.facts}>
            <dt>{t('apply.payee')}</dt>
            <dd>{payee.account_name}</dd>
            <dt>{t('apply.bank')}</dt>
            <dd>
              {payee.bank_code} {payee.bank_name}
            </dd>
            <dt>{t('apply.card')}</dt>
            <dd className="num">{payee.card_no}</dd>
          </dl>
          <Button variant="default" onClick={() => onPayee(null)}>
            {t('apply.typed')}
          </Button>
        </div>
      )}
      <div className={styles.amount}>
        <TextInput
          label={t('apply.amount')}
          value={draft.amount}
          onChange={(event) => change({ amount: event.currentTarget.value.replace(/[^\d.]/g, '') })}
          description={
            capital ?? (way && t('apply.available', { amount: `${way.currency} ${display2(way.available)}` }))
          }
          error={errorOf('amount')}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <NativeSelect
          label={t('apply.currency')}
          value={way?.currency ?? ''}
          disabled={ways.length < 2}
          onChange={(event) => change({ currency: event.currentTarget.value, method: '' })}
          data={ways.length === 0 ? [''] : ways.map(({ currency }) => currency)}
          error={errorOf('currency')}
        />
      </div>
      {way !== undefined && way.methods.length > 1 && (
        <NativeSelect
          label={t('apply.method')}
          value={draft.method}
          onChange={(event) => change({ method: event.currentTarget.value })}
          data={[{ value: '', label: t('apply.anyMethod') }, ...way.methods]}
          error={errorOf('channel_alias')}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label={t('apply.orderNo')}
          description={t('apply.orderNoHint')}
          value={draft.orderNo}
          onChange={(event) => change({ orderNo: event.currentTarget.value })}
          error={errorOf('order_no')}
          maxLength={64}
          autoComplete="off"
        />
        <TextInput
          label={t('apply.memo')}
          value={draft.memo}
          onChange={(event) => change({ memo: event.currentTarget.value })}
          error={errorOf('memo')}
          maxLength={500}
          autoComplete="off"
        />
      </div>
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      <div className={styles.foot}>
        <Button type="submit" loading={isBusy}>
          {t('apply.check')}
        </Button>
        {mayKeep && (
          <Button variant="default" disabled={isBusy} onClick={() => void send(keep)}>
            {t('apply.save')}
          </Button>
        )}
      </div>
    </form>
  );
  return (
    <>
      {form}
      {effect !== null && (
        <ConfirmPayout
          asked={asked}
          effect={effect}
          cardNo={payee === null ? draft.cardNo.trim() : effect.payee.card_no}
          onDone={onMade}
          onClose={() => setEffect(null)}
        />
      )}
    </>
  );
}
