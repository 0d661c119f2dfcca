import { NativeSelect } from '@mantine/core';
import { defaultSettleRule, mayComeSooner } from '@suanpan/domain/settlement';
import { useWords } from '../../lib/use-words.ts';

const rules = ['D0', 'D1', 'T1', 'T2', 'T3', 'weekly', 'monthly', 'manual'] as const;
const isNamed = (rule: string): rule is (typeof rules)[number] => (rules as readonly string[]).includes(rule);

interface SettleRuleFieldProps {
  readonly value: string;
  readonly onChange: (rule: string) => void;
  /** Of a merchant who is being made: what is sooner than the rule he begins with takes a second person, afterwards. */
  readonly isNew?: boolean;
}

/** When a merchant's money is released. A rule beyond the usual ones stays choosable once it is set. */
export function SettleRuleField({ value, onChange, isNew = false }: SettleRuleFieldProps) {
  const t = useWords('users');
  const offered = isNew ? rules.filter((rule) => !mayComeSooner(defaultSettleRule, rule)) : rules;
  const options: readonly string[] = isNamed(value) ? offered : [value, ...offered];
  return (
    <NativeSelect
      label={t('edit.settleRule')}
      data={options.map((rule) => ({ value: rule, label: isNamed(rule) ? t(`rules.${rule}`) : rule }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
