import { NativeSelect, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { drawIncome, type incomeDrawings } from '@suanpan/contract/endpoints/income';
import { parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface DrawDialogProps {
  readonly drawable: OutputOf<typeof incomeDrawings>['summary']['drawable'];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** How much of which currency is drawn, and where it goes. A second person has to agree. */
export function DrawDialog({ drawable, onDone, onClose }: DrawDialogProps) {
  const t = useWords('income');
  const common = useWords('common');
  const told = useToldSubmission();
  const [chosen, setChosen] = useState(drawable[0]?.currency ?? 'TWD');
  const [text, setText] = useState('');
  const [to, setTo] = useState('');
  const held = drawable.find(({ currency }) => currency === chosen)?.amount ?? '0';
  const amount = readPositiveAmount(text, chosen);
  const isCovered = amount !== null && amount <= parseSignedLedger(held, chosen);
  const most = { amount: display2(held), currency: chosen };
  const fault =
    text === '' || isCovered
      ? undefined
      : amount === null
        ? common('validation.amount')
        : t('fields.tooMuch', most);
  return (
    <Confirm
      title={t('acts.draw')}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.draw')}</p>
          <NativeSelect
            label={t('fields.currency')}
            value={chosen}
            onChange={(event) => {
              const next = drawable.find(({ currency }) => currency === event.currentTarget.value);
              if (next) setChosen(next.currency);
            }}
            data={drawable.map(({ currency }) => currency)}
          />
          <TextInput
            label={t('fields.amount')}
            description={t('fields.drawable', most)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault}
            required
            data-autofocus
          />
          <TextInput
            label={t('fields.to')}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            required
          />
        </div>
      }
      confirmLabel={t('acts.draw')}
      isReady={isCovered && to.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          drawIncome,
          { currency: chosen, amount: text, to: to.trim(), reason, ...stepUp },
          once,
        );
        told(answer, t('states.drawn'), to.trim());
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
