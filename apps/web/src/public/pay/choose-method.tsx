/** @jsxImportSource preact */
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { display2 } from '@suanpan/money/display';
import { useState } from 'preact/hooks';
import styles from './pay.module.css';
import { fill, usePayWords } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';

type Method = CheckoutView['methods'][number];

/** The ways to pay that would take this order now; a real name is asked for before anything is allocated. */
export function ChooseMethod({ view, checkout }: { view: CheckoutView; checkout: Checkout }) {
  const words = usePayWords();
  const [code, setCode] = useState<string | null>(
    view.methods.length === 1 ? (view.methods[0]?.code ?? null) : null,
  );
  const [name, setName] = useState('');
  const chosen = view.methods.find((method) => method.code === code);
  const needsName = chosen?.needs_name === true && view.payer_name === null;
  // A method that is called what it is says so once.
  const kindOf = ({ kind, name: called }: Method): string | null => {
    const text = words.kinds[kind as keyof typeof words.kinds] ?? kind;
    return text === called ? null : text;
  };
  const rangeOf = ({ min, max }: Method): string | null =>
    min === null || max === null
      ? null
      : fill(words.method.range, { min: display2(min), max: display2(max) });
  if (view.methods.length === 0) return <p className={styles.note}>{words.method.none}</p>;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === undefined || (needsName && name.trim() === '')) return;
        void checkout.act('method', { method: chosen.code, ...(needsName && { name: name.trim() }) });
      }}
    >
      <fieldset className={styles.methods}>
        <legend>{words.method.title}</legend>
        {view.methods.map((method) => (
          <label key={method.code} className={styles.method} data-chosen={method.code === code || undefined}>
            <input
              type="radio"
              name="method"
              value={method.code}
              checked={method.code === code}
              onChange={() => setCode(method.code)}
            />
            <span>
              <strong>{method.name}</strong>
              <small>{[kindOf(method), rangeOf(method)].filter((text) => text !== null).join(' · ')}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {needsName && (
        <>
          <label>
            {words.method.name}
            <input
              value={name}
              required
              maxLength={64}
              autoComplete="name"
              aria-describedby="name-hint"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <small id="name-hint">{words.method.nameHint}</small>
        </>
      )}
      <button type="submit" className={styles.primary} disabled={chosen === undefined || checkout.isBusy}>
        {words.method.next}
      </button>
    </form>
  );
}
