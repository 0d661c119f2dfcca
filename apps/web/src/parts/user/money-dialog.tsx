import { SegmentedControl, TextInput } from '@mantine/core';
import { editFrozen, editSettleable } from '@suanpan/contract/endpoints/user-acts';
import { userFrozen, userSettleable } from '@suanpan/contract/endpoints/user-facets';
import { formatLedger, inputCeiling, parseAmount, parseSignedLedger } from '@suanpan/money/amount';
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

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/;

/** The amount in minor units, or null for what is none in this currency. */
function read(text: string, currency: Currency): bigint | null {
  if (!amountPattern.test(text)) return null;
  try {
    const amount = parseAmount(text, currency);
    return amount > 0n ? amount : null;
  } catch {
    return null;
  }
}

/** Edits frozen or settleable money: direction, amount, and what both buckets come to. */
export function MoneyDialog(props: UserDialogProps) {
  const { id } = props.user;
  const isFrozen = props.act === 'editFrozen';
  const may = useMay();
  const mayRelease = props.user.role_name === 'customer' && may('users.list.settleEarly');
  const { data } = useQuery({
    queryKey: ['user', id, 'edit money', isFrozen],
    queryFn: async ({ signal }): Promise<Buckets> => {
      if (isFrozen) {
        const found = await call(userFrozen, { id }, { signal });
        return { currency: found.currency, from: found.settleable, to: found.by_hand, unsettled: null };
      }
      const found = await call(userSettleable, { id }, { signal });
      const unsettled = mayRelease ? found.unsettled : null;
      return { currency: found.currency, from: found.payout_only, to: found.settleable, unsettled };
    },
    gcTime: 0,
  });
  return data ? <MoneyForm {...props} buckets={data} isFrozen={isFrozen} /> : null;
}

function MoneyForm({
  user,
  buckets,
  isFrozen,
  onClose,
}: UserDialogProps & { readonly buckets: Buckets; readonly isFrozen: boolean }) {
  const t = useWords('users');
  const c = useWords('common');
  const tell = useTellSubmission();
  const [direction, setDirection] = useState<'there' | 'back' | 'release'>('there');
  const [isBack, isRelease] = [direction === 'back', direction === 'release'];
  const [text, setText] = useState('');
  const { currency } = buckets;
  const amount = read(text, currency);
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
  const [fromTitle, toTitle] = isFrozen
    ? [t('columns.settleable'), t('money.byHand')]
    : [t('money.payoutOnly'), t('columns.settleable')];
  return (
    <Confirm
      title={`${isFrozen ? t('acts.editFrozen') : t('acts.editSettleable')} · ${user.username}`}
      effect={
        <div className={styles.effect}>
          <SegmentedControl
            fullWidth
            value={direction}
            onChange={setDirection}
            data={[
              { value: 'there', label: isFrozen ? t('money.freeze') : t('money.add') },
              { value: 'back', label: isFrozen ? t('money.unfreeze') : t('money.take') },
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
                  [fromTitle, from, from - moved],
                  [toTitle, to, to + moved],
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
      confirmLabel={
        isRelease ? t('money.release') : isFrozen ? t('acts.editFrozen') : t('acts.editSettleable')
      }
      isReady={isCovered}
      asks={['reason', 'paymentPassword', 'code']}
      act={async ({ reason, paymentPassword, oneCode, idempotencyKey }) => {
        const common = {
          id: user.id,
          amount: text,
          reason,
          payment_password: paymentPassword,
          one_code: oneCode,
        };
        const answer = isFrozen
          ? await call(
              editFrozen,
              { ...common, direction: isBack ? 'unfreeze' : 'freeze' },
              { idempotencyKey },
            )
          : await call(
              editSettleable,
              { ...common, direction: isRelease ? 'release' : isBack ? 'take' : 'add' },
              { idempotencyKey },
            );
        tell(answer, user.username);
      }}
      onClose={onClose}
    />
  );
}
