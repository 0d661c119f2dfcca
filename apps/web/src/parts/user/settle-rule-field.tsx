import { NativeSelect } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';

const rules = ['D0', 'D1', 'T1', 'T2', 'T3', 'weekly', 'monthly', 'manual'] as const;
const isNamed = (rule: string): rule is (typeof rules)[number] => (rules as readonly string[]).includes(rule);

/** When a merchant's money is released. A rule beyond the usual ones stays choosable once it is set. */
export function SettleRuleField({ value, onChange }: { value: string; onChange: (rule: string) => void }) {
  const t = useWords('users');
  const options: readonly string[] = isNamed(value) ? rules : [value, ...rules];
  return (
    <NativeSelect
      label={t('edit.settleRule')}
      data={options.map((rule) => ({ value: rule, label: isNamed(rule) ? t(`rules.${rule}`) : rule }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
