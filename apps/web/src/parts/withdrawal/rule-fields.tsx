import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';
import type { RuleTexts } from './rule-texts.ts';

interface RuleFieldsProps {
  readonly texts: RuleTexts;
  readonly onChange: (texts: RuleTexts) => void;
  /** An owner's own: what stays empty is inherited. */
  readonly mayInherit: boolean;
}

const words = {
  min: 'rules.min',
  max: 'rules.max',
  daily_amount: 'rules.dailyAmount',
  daily_count: 'rules.dailyCount',
  per_card_daily: 'rules.perCardDaily',
  card_usage_limit: 'rules.cardUsageLimit',
  auto_approve_max: 'rules.autoApproveMax',
  settle_accounts_max: 'rules.settleAccountsMax',
} as const;
const figures = Object.keys(words) as (keyof typeof words)[];

/** The limits and hours of a rule. */
export function RuleFields({ texts, onChange, mayInherit }: RuleFieldsProps) {
  const t = useWords('withdrawals');
  const common = useWords('common');
  return (
    <>
      {figures.map((name) => (
        <TextInput
          key={name}
          label={t(words[name])}
          value={texts[name]}
          onChange={(event) => onChange({ ...texts, [name]: event.currentTarget.value.trim() })}
          description={name === 'auto_approve_max' ? t('hints.ceiling') : common('hints.zeroNoLimit')}
          inputMode="decimal"
          autoComplete="off"
        />
      ))}
      <Textarea
        label={t('fields.window')}
        value={texts.window}
        onChange={(event) => onChange({ ...texts, window: event.currentTarget.value })}
        placeholder="12345 09:00-18:00"
        autosize
        minRows={2}
      />
      <NativeSelect
        label={t('rules.holidaysClosed')}
        value={texts.holidays_closed}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange({ ...texts, holidays_closed: value === 'yes' || value === 'no' ? value : '' });
        }}
        data={[
          ...(mayInherit ? [{ value: '', label: t('rules.inherited') }] : []),
          { value: 'no', label: t('rules.no') },
          { value: 'yes', label: t('rules.yes') },
        ]}
      />
    </>
  );
}
