import { PickInput } from '../kit/pick-input.tsx';
import { bankNames } from '../lib/bank-names.ts';
import { useWords } from '../lib/use-words.ts';

interface BankFieldProps {
  readonly label: string;
  /** The bank's code; empty while the words name none. */
  readonly onPick: (code: string) => void;
  readonly error?: string | undefined;
}

/** One of the banks of the transfer network in a form, by name or code. */
export function BankField({ label, onPick, error }: BankFieldProps) {
  const t = useWords('common');
  return (
    <PickInput
      label={label}
      source={bankNames}
      placeholder={t('filter.bank')}
      onPick={(code) => onPick(code ?? '')}
      error={error}
      required
    />
  );
}
