import { Textarea, TextInput } from '@mantine/core';
import { fieldText } from '../../../lib/form-field.ts';
import { useWords } from '../../../lib/use-words.ts';

/** What a key that can pay out takes besides: how much a day, and why, since a second person reads it. */
export function PayoutBounds({ errorOf, amount = '' }: PayoutBoundsProps) {
  const t = useWords('personal');
  const common = useWords('common');
  return (
    <>
      <TextInput
        name="daily_amount"
        label={t('keys.dailyAmount')}
        defaultValue={amount}
        error={errorOf('daily_amount')}
        inputMode="decimal"
        autoComplete="off"
      />
      <Textarea
        name="reason"
        label={common('stepUp.reason')}
        description={t('keys.needsReason')}
        error={errorOf('reason')}
        autosize
        minRows={2}
      />
    </>
  );
}

interface PayoutBoundsProps {
  readonly errorOf: (field: string) => string | undefined;
  readonly amount?: string;
}

/** As the call takes them; a field that was left empty is not sent. */
export function readPayoutBounds(form: FormData): { daily_amount?: string; reason?: string } {
  const [amount, reason] = [fieldText(form, 'daily_amount').trim(), fieldText(form, 'reason').trim()];
  return { ...(amount !== '' && { daily_amount: amount }), ...(reason !== '' && { reason }) };
}
