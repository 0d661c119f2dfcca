import { TextInput } from '@mantine/core';
import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { readPositiveAmount } from '@suanpan/money/amount';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';

interface SettleDialogProps {
  readonly endpoints: UpstreamKeys;
  readonly row: UpstreamKeyRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const isNothing = (text: string): boolean => /^0*(?:\.0*)?$/.test(text);

/** What a provider settled, by its statement, beside what by our books lies there. A second person has to agree. */
export function SettleDialog({ endpoints, row, onDone, onClose }: SettleDialogProps) {
  const t = useWords('channelDefs');
  const common = useWords('common');
  const told = useToldSubmission();
  const [arrived, setArrived] = useState('');
  const [kept, setKept] = useState('');
  const [ref, setRef] = useState('');
  const { data } = useQuery({
    queryKey: [endpoints.clearing.path, row.id],
    queryFn: () => call(endpoints.clearing, { id: row.id }),
  });
  const isPart = (text: string): boolean =>
    isNothing(text) || readPositiveAmount(text, row.currency) !== null;
  const moves = isPart(arrived) && isPart(kept) && !(isNothing(arrived) && isNothing(kept));
  const part = (label: string, value: string, set: (text: string) => void) => (
    <TextInput
      label={`${label} (${row.currency})`}
      value={value}
      onChange={(event) => set(event.currentTarget.value.trim())}
      error={isPart(value) ? undefined : common('validation.amount')}
      inputMode="decimal"
      autoComplete="off"
    />
  );
  return (
    <Confirm
      title={`${t('acts.settle')} · ${row.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.settle')}</p>
          {data && (
            <dl className={styles.becomes}>
              <dt>{t('fields.held')}</dt>
              <dd>
                <Money value={data.held} currency={data.currency} isExact />
              </dd>
              <dt>{t('fields.owed')}</dt>
              <dd>
                <Money value={data.owed} currency={data.currency} isExact />
              </dd>
            </dl>
          )}
          {part(t('fields.arrived'), arrived, setArrived)}
          {part(t('fields.kept'), kept, setKept)}
          <TextInput
            label={t('fields.statementRef')}
            value={ref}
            onChange={(event) => setRef(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
      }
      confirmLabel={t('acts.settle')}
      isReady={moves && ref.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          endpoints.settle,
          {
            id: row.id,
            arrived: isNothing(arrived) ? '0' : arrived,
            kept: isNothing(kept) ? '0' : kept,
            statement_ref: ref.trim(),
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('done.settle'), row.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
