import { SegmentedControl, TextInput } from '@mantine/core';
import { editSettleable } from '@suanpan/contract/endpoints/user-acts';
import { userSettleable } from '@suanpan/contract/endpoints/user-facets';
import { formatLedger, inputCeiling, parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { display2 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';
import { useTellSubmission } from './tell-submission.ts';
import styles from './dialogs.module.css';

/** Two buckets, and money that goes from one to the other. */
interface Buckets {
  readonly currency: Currency;
  readonly from: string;
  readonly to: string;
  /** What waits for its day, of a merchant whose orders the reader may settle early. */
  readonly unsettled: string | null;
}

/** Edits settleable money: direction, amount, and what both buckets come to. */
export function MoneyDialog(props: UserDialogProps) {
  const { id } = props.user;
  const may = useMay();
  const mayRelease = props.user.role_name === 'customer' && may('users.list.settleEarly');
  const { data } = useQuery({
    queryKey: ['user', id, 'edit money'],
    queryFn: async ({ signal }): Promise<Buckets> => {
      const found = await call(userSettleable, { id }, { signal });
      const unsettled = mayRelease ? found.unsettled : null;
      return { currency: found.currency, from: found.payout_only, to: found.settleable, unsettled };
    },
    gcTime: 0,
  });
  return data ? <MoneyForm {...props} buckets={data} /> : null;
}

function MoneyForm({ user, buckets, onClose }: UserDialogProps & { readonly buckets: Buckets }) {
  const t = useWords('users');
  const c = useWords('common');
  const tell = useTellSubmission();
  const [direction, setDirection] = useState<'there' | 'back' | 'release'>('there');
  const [isBack, isRelease] = [direction === 'back', direction === 'release'];
  const [text, setText] = useState('');
  const { currency } = buckets;
  const amount = readPositiveAmount(text, currency);
  const [from, to] = [parseSignedLedger(buckets.from, currency), parseSignedLedger(buckets.to, currency)];
  const unsettled = parseSignedLedger(buckets.unsettled ?? '0', currency);
  // Whole orders: the last of them fits only into a sum that covers all its decimals.
  const available = isRelease ? inputCeiling(unsettled, currency) : isBack ? to : from;
  const shownAvailable = display2(formatLedger(available, currency));
  const isCovered = amount !== null && amount <= available;
  const fault =
    text === '' || isCovered
      ? undefined
      : amount === null
        ? c('validation.amount')
        : t('money.tooMuch', { amount: shownAvailable, currency });
  const moved = amount === null ? 0n : isBack ? -amount : amount;
  return (
    <Confirm
      title={`${t('acts.editSettleable')} · ${user.username}`}
      effect={
        <div className={styles.effect}>
          <SegmentedControl
            fullWidth
            value={direction}
            onChange={setDirection}
            data={[
              { value: 'there', label: t('money.add') },
              { value: 'back', label: t('money.take') },
              ...(buckets.unsettled === null
                ? []
                : [{ value: 'release' as const, label: t('money.release') }]),
            ]}
          />
          <TextInput
            label={`${c('money.amount')} (${currency})`}
            description={t('money.available', { amount: shownAvailable, currency })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault}
            required
            data-autofocus
          />
          {isRelease ? (
            <p className={styles.hint}>{t('money.releaseHint')}</p>
          ) : (
            <dl className={styles.becomes}>
              {(
                [
                  [t('money.payoutOnly'), from, from - moved],
                  [t('columns.settleable'), to, to + moved],
                ] as const
              ).map(([title, before, after]) => (
                <div key={title} style={{ display: 'contents' }}>
                  <dt>{title}</dt>
                  <dd>
                    <Money value={formatLedger(before, currency)} /> →{' '}
                    <Money value={isCovered ? formatLedger(after, currency) : null} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      }
      confirmLabel={isRelease ? t('money.release') : t('acts.editSettleable')}
      isReady={isCovered}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          editSettleable,
          {
            id: user.id,
            amount: text,
            reason,
            ...stepUp,
            direction: isRelease ? 'release' : isBack ? 'take' : 'add',
          },
          once,
        );
        tell(answer, user.username);
      }}
      onClose={onClose}
    />
  );
}
