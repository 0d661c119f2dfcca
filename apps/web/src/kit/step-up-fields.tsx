import { PasswordInput } from '@mantine/core';
import { useWords } from '../lib/use-words.ts';
import { CodeInput } from './code-input.tsx';

interface StepUpFieldsProps {
  readonly passwordError: string | undefined;
  readonly codeError: string | undefined;
}

/** What a money or secret act asks for, by the names that the contract gives it. */
export function StepUpFields({ passwordError, codeError }: StepUpFieldsProps) {
  const t = useWords('common');
  return (
    <>
      <PasswordInput
        name="payment_password"
        label={t('stepUp.paymentPassword')}
        autoComplete="off"
        error={passwordError}
      />
      <CodeInput name="one_code" label={t('stepUp.code')} error={codeError} />
    </>
  );
}
