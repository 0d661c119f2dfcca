import { SegmentedControl, TextInput } from '@mantine/core';
import {
  adjustBalance,
  fundBuckets,
  fundMerchant,
  transferFeeIncome,
} from '@suanpan/contract/endpoints/funds';
import type { BucketsRow } from '@suanpan/contract/endpoints/funds';
import type { Submission } from '@suanpan/contract/endpoints/approvals';
import { useQuery } from '@tanstack/react-query';
import { parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import type { ConfirmAnswer } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

type Act = BucketsRow['actions'][number];

interface MoveDialogProps {
  readonly row: BucketsRow;
  readonly act: Act;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const hintOf = {
  transfer: 'hints.transfer',
  fund: 'hints.fund',
  adjustAgent: 'hints.agent',
  adjustGoodwill: 'hints.goodwill',
} as const satisfies Record<Act, string>;

/** Moves money of one owner in one currency: how much, and where it may be given or taken, which of both. */
export function MoveDialog({ row, act, onDone, onClose }: MoveDialogProps) {
  const t = useWords('funds');
  const c = useWords('common');
  const told = useToldSubmission();
  const [text, setText] = useState('');
  const [direction, setDirection] = useState<'add' | 'take'>('add');
  const { currency, owner } = row;
  const isAdjust = act === 'adjustAgent' || act === 'adjustGoodwill';
  const amount = readPositiveAmount(text, currency);
  // Of a tree one is the senior agent, out of whose funds his merchants are given.
  const payer = { role_name: 'agent', currency } as const;
  const own = useQuery({
    queryKey: [fundBuckets.path, payer],
    queryFn: ({ signal }) => call(fundBuckets, payer, { signal }),
    enabled: act === 'fund',
  });
  const ofAct = { transfer: row.fee_income, fund: own.data?.items[0]?.settleable ?? null };
  // What is known to be there; whoever pays otherwise is asked by the server.
  const held =
    act === 'transfer' || act === 'fund' ? ofAct[act] : direction === 'take' ? row.settleable : null;
  const isCovered = amount !== null && (held === null || amount <= parseSignedLedger(held, currency));
  const fault =
    text === '' || isCovered
      ? undefined
      : amount === null || held === null
        ? c('validation.amount')
        : t('fields.tooMuch', { amount: display2(held), currency });

  const move = ({ once, reason, stepUp }: ConfirmAnswer): Promise<Submission> => {
    const common = { amount: text, reason, ...stepUp };
    switch (act) {
      case 'transfer':
        return call(transferFeeIncome, { ...common, currency, owner_id: owner.id }, once);
      case 'fund':
        return call(fundMerchant, { ...common, customer_id: owner.id }, once);
      case 'adjustAgent':
        return call(adjustBalance, { ...common, owner_id: owner.id, direction, source: 'agent' }, once);
      case 'adjustGoodwill':
        return call(adjustBalance, { ...common, owner_id: owner.id, direction, source: 'goodwill' }, once);
    }
  };
  return (
    <Confirm
      title={`${t(`acts.${act}`)} · ${owner.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t(hintOf[act])}</p>
          {isAdjust && (
            <SegmentedControl
              fullWidth
              aria-label={t('fields.direction')}
              value={direction}
              onChange={(next) => setDirection(next === 'take' ? 'take' : 'add')}
              data={[
                { value: 'add', label: t('fields.add') },
                { value: 'take', label: t('fields.take') },
              ]}
            />
          )}
          <TextInput
            label={`${t('fields.amount')} (${currency})`}
            description={
              held === null ? undefined : t('fields.available', { amount: display2(held), currency })
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault}
            required
            data-autofocus
          />
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isReady={isCovered}
      asks={['reason', 'payment_password', 'one_code']}
      act={async (answer) => {
        told(await move(answer), t('states.done'), owner.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
