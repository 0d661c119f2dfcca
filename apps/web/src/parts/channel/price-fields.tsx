import { TextInput } from '@mantine/core';
import type { Currency } from '@suanpan/money/currency';
import { useWords } from '../../lib/use-words.ts';
import styles from '../user/dialogs.module.css';

/** A price as it is typed: percent, and a sum for each order. */
export interface TypedPrice {
  readonly pct: string;
  readonly per_item: string;
}

interface PriceFieldsProps {
  readonly label: string;
  readonly currency: Currency | undefined;
  readonly value: TypedPrice;
  readonly onChange: (price: TypedPrice) => void;
  readonly error?: string | undefined;
}

/** Percent and a fixed part, side by side. */
export function PriceFields({ label, currency, value, onChange, error }: PriceFieldsProps) {
  const t = useWords('channelDefs');
  return (
    <div className={styles.pair}>
      <TextInput
        label={`${label} · ${t('fields.pct')}`}
        value={value.pct}
        onChange={(event) => onChange({ ...value, pct: event.currentTarget.value.trim() })}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <TextInput
        label={`${label} · ${t('fields.perItem')}${currency === undefined ? '' : ` (${currency})`}`}
        value={value.per_item}
        onChange={(event) => onChange({ ...value, per_item: event.currentTarget.value.trim() })}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </div>
  );
}

/** `15.0000` as one types it: `15`. */
export const shortOf = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** A price of a row as one types it; nothing where there is none. */
export const typedOf = (price: TypedPrice | null): TypedPrice =>
  price === null ? { pct: '0', per_item: '0' } : { pct: price.pct, per_item: shortOf(price.per_item) };

/** A price in one line: `1.5% + 2`. */
export const priceText = (price: TypedPrice | null): string =>
  price === null ? '–' : `${price.pct}% + ${shortOf(price.per_item)}`;
