import { NativeSelect, TextInput } from '@mantine/core';
import { paymentKindOf } from '@suanpan/domain/payment-kinds';
import { display2 } from '@suanpan/money/display';
import { PickInput } from '../../kit/pick-input.tsx';
import { merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import type { Draft } from './draft.ts';
import styles from './by-hand.module.css';
import type { Method, Methods } from './use-methods.ts';

interface MerchantFieldProps {
  readonly onPick: (customerId: string) => void;
  readonly error: string | undefined;
}

/** Whose order it is, for those who make orders for others. */
export function MerchantField({ onPick, error }: MerchantFieldProps) {
  const t = useWords('counter');
  return (
    <PickInput
      label={t('merchant')}
      source={merchantNames}
      placeholder={t('merchantFirst')}
      onSettle={onPick}
      error={error}
      required
    />
  );
}

interface AmountFieldsProps {
  readonly draft: Draft;
  readonly known: Methods | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly errorOf: (field: string) => string | undefined;
  readonly isLarge?: boolean;
}

/** What an input method for Chinese may write as １５００．５０. */
const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/[^\d.]/g, '');

/** Amount and currency, and what one order of the chosen method may come to. */
export function AmountFields({ draft, errorOf, isLarge, known, onChange }: AmountFieldsProps) {
  const t = useWords('counter');
  const chosen = methodOf(known, draft);
  const currencies = known?.currencies ?? [];
  return (
    <div className={styles.amount} data-large={isLarge || undefined}>
      <TextInput
        label={t('amount')}
        value={draft.amount}
        onChange={(event) => onChange({ amount: digitsOf(event.currentTarget.value) })}
        inputMode="decimal"
        autoComplete="off"
        size={isLarge ? 'xl' : 'sm'}
        description={chosen === undefined ? undefined : limitsOf(t, chosen)}
        error={errorOf('amount')}
        required
        data-autofocus
      />
      <NativeSelect
        label={t('currency')}
        size={isLarge ? 'xl' : 'sm'}
        value={draft.currency}
        disabled={currencies.length < 2}
        onChange={(event) => onChange({ currency: event.currentTarget.value, method: '' })}
        data={currencies.length === 0 ? [draft.currency] : currencies}
        error={errorOf('currency')}
      />
    </div>
  );
}

/** The method that is chosen, if one is. */
export function methodOf(known: Methods | undefined, draft: Draft): Method | undefined {
  return methodsIn(known, draft.currency).find(({ code }) => code === draft.method);
}

export function methodsIn(known: Methods | undefined, currency: string): Method[] {
  return known?.methods.filter((method) => method.currency === currency) ?? [];
}

type Words = ReturnType<typeof useWords<'counter'>>;

function limitsOf(t: Words, { max, min }: Method): string | undefined {
  if (min === null && max === null) return undefined;
  return t('limits', {
    min: min === null ? t('noMin') : display2(min),
    max: max === null ? t('noMax') : display2(max),
  });
}

/** The methods as their payer calls them; the code stands beside the word where two are of one kind. */
export function methodChoices(t: Words, methods: readonly Method[]): { value: string; label: string }[] {
  const labelOf = ({ code, kind }: Method): string => {
    const named = paymentKindOf(kind);
    if (named === undefined) return code;
    const isAlone = methods.filter((method) => method.kind === kind).length === 1;
    return isAlone ? t(`kinds.${named}`) : `${t(`kinds.${named}`)} · ${code}`;
  };
  return [
    { value: '', label: t('payerChooses') },
    ...methods.map((method) => ({ value: method.code, label: labelOf(method) })),
  ];
}
