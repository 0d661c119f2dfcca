import { NativeSelect } from '@mantine/core';
import { currencies, isCurrency, type Currency } from '@suanpan/money/currency';

interface CurrencySelectProps {
  readonly label: string;
  readonly value: Currency;
  readonly onPick: (currency: Currency) => void;
}

/** One of the currencies of the ledger. */
export function CurrencySelect({ label, value, onPick }: CurrencySelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => isCurrency(currentTarget.value) && onPick(currentTarget.value)}
      data={Object.keys(currencies)}
    />
  );
}
