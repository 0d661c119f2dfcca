import { TextInput } from '@mantine/core';
import { setWithdrawConfig } from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawConfigRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { RuleFields } from '../../../parts/withdrawal/rule-fields.tsx';
import { countOfText, textsOfRule, windowsOfText } from '../../../parts/withdrawal/rule-texts.ts';

interface ConfigDialogProps {
  readonly row: WithdrawConfigRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** What holds for one kind of owner in one currency. */
export function ConfigDialog({ row, onDone, onClose }: ConfigDialogProps) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const [texts, setTexts] = useState(() => textsOfRule(row));
  const [rest, setRest] = useState(String(row.account_rest_h));
  const [lock, setLock] = useState(String(row.rate_lock_s));
  const windows = windowsOfText(texts.window);
  const [daily, uses, accounts, restH, lockS] = [
    texts.daily_count,
    texts.card_usage_limit,
    texts.settle_accounts_max,
    rest,
    lock,
  ].map(countOfText);
  return (
    <Confirm
      title={`${t('acts.editConfig')} · ${t(`roles.${row.role}`)} ${row.currency}`}
      confirmLabel={t('acts.save')}
      asks={['reason', 'payment_password', 'one_code']}
      isReady={windows !== null && [daily, uses, accounts, restH, lockS].every((each) => each !== null)}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.twoFactor')}</p>
          <RuleFields texts={texts} onChange={setTexts} mayInherit={false} />
          <TextInput
            label={t('rules.accountRestH')}
            value={rest}
            onChange={(event) => setRest(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            label={t('rules.rateLockS')}
            value={lock}
            onChange={(event) => setLock(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          setWithdrawConfig,
          {
            role: row.role,
            currency: row.currency,
            version: row.version,
            min: texts.min,
            max: texts.max,
            daily_amount: texts.daily_amount,
            daily_count: daily ?? 0,
            per_card_daily: texts.per_card_daily,
            card_usage_limit: uses ?? 0,
            window: windows ?? [],
            holidays_closed: texts.holidays_closed === 'yes',
            auto_approve_max: texts.auto_approve_max,
            settle_accounts_max: accounts ?? 0,
            account_rest_h: restH ?? 0,
            rate_lock_s: lockS ?? 0,
            two_factor_required: true,
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('states.saved'));
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
