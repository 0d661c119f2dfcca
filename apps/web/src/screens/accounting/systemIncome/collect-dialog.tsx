import { TextInput } from '@mantine/core';
import { collectSystemFee } from '@suanpan/contract/endpoints/income';
import type { IncomeRow } from '@suanpan/contract/endpoints/income';
import { parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import { display2 } from '@suanpan/money/display';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface CollectDialogProps {
  readonly row: IncomeRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Takes what a senior agent owes of the system fee from what he earned; an empty field takes all that both allow. */
export function CollectDialog({ row, onDone, onClose }: CollectDialogProps) {
  const t = useWords('income');
  const common = useWords('common');
  const [text, setText] = useState('');
  const { agent, currency, outstanding } = row;
  const amount = readPositiveAmount(text, currency);
  const isCovered = amount !== null && amount <= parseSignedLedger(outstanding, currency);
  const owed = { amount: display2(outstanding), currency };
  const fault =
    text === '' || isCovered
      ? undefined
      : amount === null
        ? common('validation.amount')
        : t('fields.tooMuch', owed);
  if (agent === null) return null;
  return (
    <Confirm
      title={`${t('acts.collect')} · ${agent.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.collect')}</p>
          <TextInput
            label={`${t('fields.amount')} (${currency})`}
            description={t('fields.owed', owed)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault}
            data-autofocus
          />
        </div>
      }
      confirmLabel={t('acts.collect')}
      isReady={text === '' || isCovered}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        await call(
          collectSystemFee,
          {
            agent_id: agent.id,
            currency,
            ...(text !== '' && { amount: text }),
            reason,
            ...stepUp,
          },
          once,
        );
        toasts.emit({ tone: 'ok', title: t('states.collected'), text: agent.name });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
