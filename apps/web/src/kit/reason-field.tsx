import { Textarea, type TextareaProps } from '@mantine/core';
import { useWords } from '../lib/use-words.ts';

interface ReasonFieldProps extends Pick<
  TextareaProps,
  'label' | 'description' | 'className' | 'minRows' | 'error'
> {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Why an act is wanted: it stands in the audit log and before whoever decides on it. */
export function ReasonField({ value, onChange, ...look }: ReasonFieldProps) {
  const t = useWords('common');
  return (
    <Textarea
      label={t('stepUp.reason')}
      placeholder={t('stepUp.reasonPlaceholder')}
      minRows={2}
      {...look}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      maxLength={500}
      required
    />
  );
}
