import { NativeSelect, TextInput } from '@mantine/core';
import { approvalPolicy, changeThreshold, type Threshold } from '@suanpan/contract/endpoints/approval-policy';
import { display2 } from '@suanpan/money/display';
import { useState } from 'react';
import { Confirm, type ConfirmAnswer } from '../../../kit/confirm.tsx';
import { Money } from '../../../kit/money.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from './approvals.module.css';

export type ThresholdEdit =
  | { readonly name: 'edit' | 'remove'; readonly row: Threshold }
  /** For a senior agent without a threshold of his own; `rows` hold what is in force for everybody. */
  | { readonly name: 'add'; readonly rows: readonly Threshold[] };

interface ThresholdDialogProps {
  readonly edit: ThresholdEdit;
  readonly onClose: () => void;
}

const amountPattern = /^\d{1,12}(\.\d{1,6})?$/;
const placeKey = ({ act, currency }: Threshold): string => `${currency}:${act ?? ''}`;

/** Sets or takes away one threshold. It waits for a second person like everything that guards against one. */
export function ThresholdDialog({ edit, onClose }: ThresholdDialogProps) {
  const t = useWords('approvals');
  const tell = useToldSubmission();
  const [place, setPlace] = useState('TWD:');
  const [agentId, setAgentId] = useState<string | null>('');
  const [amount, setAmount] = useState('');
  const forAll = edit.name === 'add' ? edit.rows.filter(({ agent }) => agent === null) : [];
  const row = edit.name === 'add' ? forAll.find((one) => placeKey(one) === place) : edit.row;
  if (row === undefined) return null;

  const nameOf = ({ currency, act }: Threshold): string =>
    `${currency} · ${act === null ? t('policy.allActs') : t(`acts.${act}`)}`;
  const isRemoval = edit.name === 'remove';
  const act = async ({ once, reason, stepUp }: ConfirmAnswer): Promise<void> => {
    const answer = await call(
      changeThreshold,
      {
        agent_id: edit.name === 'add' ? agentId : (row.agent?.id ?? null),
        act: row.act,
        currency: row.currency,
        threshold: isRemoval ? null : amount,
        was: row.threshold,
        reason,
        ...stepUp,
      },
      once,
    );
    tell(answer, t('policy.done'), nameOf(row));
    await queryClient.invalidateQueries({ queryKey: [approvalPolicy.path] });
  };
  return (
    <Confirm
      title={edit.name === 'add' ? t('policy.add') : `${t(`policy.${edit.name}`)} · ${nameOf(row)}`}
      effect={
        <div className={styles.dialogEffect}>
          {edit.name === 'add' && (
            <>
              <PickInput
                label={t('columns.agent')}
                source={agentNames}
                onPick={setAgentId}
                required
                isFirst
              />
              <NativeSelect
                label={t('policy.columns.act')}
                value={place}
                onChange={(event) => setPlace(event.currentTarget.value)}
                data={forAll.map((one) => ({ value: placeKey(one), label: nameOf(one) }))}
              />
            </>
          )}
          <span>
            {t('columns.before')}: <Money value={row.threshold} currency={row.currency} />
            {row.agent !== null && ` · ${row.agent.name}`}
          </span>
          {isRemoval ? (
            <span>{t('policy.removeEffect')}</span>
          ) : (
            <TextInput
              label={`${t('policy.amount')} (${row.currency})`}
              description={t('policy.most', { most: display2(row.most), currency: row.currency })}
              value={amount}
              onChange={(event) => setAmount(event.currentTarget.value.trim())}
              inputMode="decimal"
              autoComplete="off"
              required
              {...(edit.name === 'edit' ? { 'data-autofocus': true } : {})}
            />
          )}
        </div>
      }
      confirmLabel={isRemoval ? t('policy.remove') : t('policy.edit')}
      isDangerous={isRemoval}
      isReady={(isRemoval || amountPattern.test(amount)) && (edit.name !== 'add' || Boolean(agentId))}
      asks={['reason', 'payment_password', 'one_code']}
      act={act}
      onClose={onClose}
    />
  );
}
