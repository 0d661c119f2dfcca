import { Checkbox } from '@mantine/core';
import type { InputOf } from '@suanpan/contract/endpoint';
import { applyPayout, payoutWays } from '@suanpan/contract/endpoints/payout-apply';
import type { PayoutEffect, payoutEffect } from '@suanpan/contract/endpoints/payout-apply';
import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import type { PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { display2, display4 } from '@suanpan/money/display';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';

interface ConfirmPayoutProps {
  readonly asked: InputOf<typeof payoutEffect>;
  readonly effect: PayoutEffect;
  /** As it was typed: what is kept shows its last digits alone. */
  readonly cardNo: string;
  readonly onDone: (made: PayoutListRow) => void;
  readonly onClose: () => void;
}

/** What will be paid and taken, to the last figure; the code is spent on exactly this. */
export function ConfirmPayout({ asked, cardNo, effect, onClose, onDone }: ConfirmPayoutProps) {
  const t = useWords('payment');
  const p = useWords('payouts');
  const client = useQueryClient();
  const [isKnown, setKnown] = useState(false);
  const { currency, customer, has_duplicate: hasDuplicate, payee, wait_reason: waits } = effect;
  const of = (field: PayoutEffect['effect'][number]['field']) =>
    effect.effect.find((each) => each.field === field);
  const sum = (field: 'amount' | 'fee' | 'total'): string =>
    `${currency} ${(field === 'amount' ? display2 : display4)(of(field)?.after ?? '')}`;
  const balance = of('balance');
  return (
    <Confirm
      title={`${t('apply.confirm')} · ${effect.order_no}`}
      effect={
        <div className={dialogs.effect}>
          <dl className={dialogs.becomes}>
            <dt>{t('apply.merchant')}</dt>
            <dd>{customer.name}</dd>
            <dt>{t('apply.name')}</dt>
            <dd>{payee.account_name}</dd>
            <dt>{t('apply.bank')}</dt>
            <dd>
              {payee.bank_code} {payee.bank_name}
            </dd>
            <dt>{t('apply.card')}</dt>
            <dd className="num">{cardNo}</dd>
            <dt>{t('apply.amount')}</dt>
            <dd className="num">{sum('amount')}</dd>
            <dt>{t('apply.capital')}</dt>
            <dd>{of('amount_zh')?.after}</dd>
            <dt>{t('apply.fee')}</dt>
            <dd className="num">{sum('fee')}</dd>
            <dt>{t('apply.total')}</dt>
            <dd className="num">{sum('total')}</dd>
            <dt>{t('apply.balance')}</dt>
            <dd className="num">
              {t('apply.becomes', {
                before: display2(balance?.before ?? ''),
                after: display2(balance?.after ?? ''),
              })}
            </dd>
          </dl>
          {waits !== null && <p className={dialogs.hint}>{t('apply.waits', { why: p(`waits.${waits}`) })}</p>}
          {hasDuplicate && (
            <Checkbox
              label={t('apply.duplicate')}
              checked={isKnown}
              onChange={(event) => setKnown(event.currentTarget.checked)}
            />
          )}
        </div>
      }
      confirmLabel={t('apply.confirm')}
      isReady={!hasDuplicate || isKnown}
      asks={hasDuplicate ? ['reason', 'payment_password', 'one_code'] : ['payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const made = await call(
          applyPayout,
          {
            ...asked,
            order_no: effect.order_no,
            effect_hash: effect.hash,
            duplicate_known: isKnown,
            ...(reason !== '' && { reason }),
            ...stepUp,
          },
          once,
        );
        void client.invalidateQueries({ queryKey: [searchPayouts.path] });
        void client.invalidateQueries({ queryKey: [payoutWays.path] });
        onDone(made);
      }}
      onClose={onClose}
    />
  );
}
