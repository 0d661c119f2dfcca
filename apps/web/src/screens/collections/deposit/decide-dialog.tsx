import { TextInput } from '@mantine/core';
import {
  approveDeposit,
  cancelDeposit,
  depositSlipPath,
  rejectDeposit,
} from '@suanpan/contract/endpoints/deposits';
import type { DepositRow } from '@suanpan/contract/endpoints/deposits';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { SlipLink } from '../../../parts/slip/slip-link.tsx';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface DecideDialogProps {
  readonly row: DepositRow;
  readonly act: DepositRow['actions'][number];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Credits a top-up, less what the platform keeps, or ends it without money. */
export function DecideDialog({ row, act, onDone, onClose }: DecideDialogProps) {
  const t = useWords('funds');
  const told = useToldSubmission();
  const [fee, setFee] = useState('');
  const isCredit = act === 'approve';
  return (
    <Confirm
      title={`${t(`acts.${act}`)} · ${row.no}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{isCredit ? t('hints.approve') : t('hints.end')}</p>
          <dl className={styles.becomes}>
            <dt>{row.owner.name}</dt>
            <dd>
              <Money value={row.amount} currency={row.currency} isExact />
            </dd>
            <dt>{t(`methods.${row.method}`)}</dt>
            <dd>{row.payer_last5 ?? row.tx_hash}</dd>
            {row.slip !== null && (
              <>
                <dt>{t('columns.slip')}</dt>
                <dd>
                  <SlipLink path={depositSlipPath} file={row.slip} />
                </dd>
              </>
            )}
            {row.claimed_by_others.length > 0 && (
              <>
                <dt>{t('fields.claimedByOthers')}</dt>
                <dd role="alert">
                  {row.claimed_by_others.map(({ no, owner }) => (
                    <div key={no}>
                      {no} {owner}
                    </div>
                  ))}
                </dd>
              </>
            )}
          </dl>
          {isCredit && (
            <TextInput
              label={`${t('fields.fee')} (${row.currency})`}
              value={fee}
              onChange={(event) => setFee(event.currentTarget.value.trim())}
              inputMode="decimal"
              autoComplete="off"
            />
          )}
        </div>
      }
      confirmLabel={t(`acts.${act}`)}
      isDangerous={!isCredit}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const common = { id: row.id, reason, ...stepUp };
        const answer = isCredit
          ? await call(approveDeposit, { ...common, ...(fee !== '' && { fee }) }, once)
          : await call(act === 'reject' ? rejectDeposit : cancelDeposit, common, once);
        told(answer, t('states.done'), row.no);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
