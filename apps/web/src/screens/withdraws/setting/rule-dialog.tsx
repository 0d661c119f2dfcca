import { setWithdrawRule } from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawRuleRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { RuleFields } from '../../../parts/withdrawal/rule-fields.tsx';
import { countOfText, textsOfRule, windowsOfText } from '../../../parts/withdrawal/rule-texts.ts';

interface RuleDialogProps {
  readonly row: WithdrawRuleRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The rules of one owner: what stays empty is the configuration's. */
export function RuleDialog({ row, onDone, onClose }: RuleDialogProps) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const [texts, setTexts] = useState(() => textsOfRule(row.own));
  const windows = windowsOfText(texts.window);
  return (
    <Confirm
      title={`${t('acts.setRule')} · ${row.user.name} ${row.currency}`}
      confirmLabel={t('acts.save')}
      asks={['reason', 'payment_password', 'one_code']}
      isReady={windows !== null}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.rule')}</p>
          <RuleFields texts={texts} onChange={setTexts} mayInherit />
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          setWithdrawRule,
          {
            id: row.user.id,
            currency: row.currency,
            version: row.version,
            min: orNull(texts.min),
            max: orNull(texts.max),
            daily_amount: orNull(texts.daily_amount),
            daily_count: countOfText(texts.daily_count),
            per_card_daily: orNull(texts.per_card_daily),
            card_usage_limit: countOfText(texts.card_usage_limit),
            window: texts.window.trim() === '' ? null : windows,
            holidays_closed: texts.holidays_closed === '' ? null : texts.holidays_closed === 'yes',
            auto_approve_max: orNull(texts.auto_approve_max),
            settle_accounts_max: countOfText(texts.settle_accounts_max),
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('states.saved'), row.user.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
