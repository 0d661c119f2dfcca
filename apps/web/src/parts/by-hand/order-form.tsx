import '../../theme/form-styles.ts';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useOnce } from '../../lib/use-once.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './by-hand.module.css';
import { emptyDraft, makeOrder, type Draft, type MadeOrder } from './draft.ts';
import { AmountFields, MerchantField, methodOf } from './order-fields.tsx';
import { useIsMerchant, useMethods, type Methods, type Via } from './use-methods.ts';

/** What is being written, for the fields that one place has and another has not. */
export interface OrderEntry {
  readonly draft: Draft;
  readonly known: Methods | undefined;
  /** The chosen method takes no payer without a name. */
  readonly needsName: boolean;
  change(part: Partial<Draft>): void;
  errorOf(field: string): string | undefined;
}

interface OrderFormProps {
  readonly place: Via;
  /** Beside merchant, amount and currency; what is said of any other field stands above the button. */
  readonly fields: readonly string[];
  readonly submit: string;
  /** For somebody who stands, with a payer before him. */
  readonly isLarge?: boolean;
  readonly children: (entry: OrderEntry) => ReactNode;
  onMade(made: MadeOrder): void;
}

/** An order that a person makes: for whom and how much, what its place asks besides, and one press that makes it once. */
export function OrderForm({ place, fields, submit, isLarge = false, children, onMade }: OrderFormProps) {
  const isMerchant = useIsMerchant();
  const once = useOnce();
  const [draft, setDraft] = useState<Draft>(emptyDraft(useSelf().currency));
  const { errorOf, fault, isBusy, send } = useSending();
  const { data: known } = useMethods(place, draft.customerId, draft.isTest);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const form = useRef<HTMLFormElement>(null);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    // The next amount can be typed at once; on a phone its keyboard would cover the code of the order before.
    if (!isNarrow) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isNarrow]);
  const elsewhere = fault && saidElsewhere(fault, ['customer_id', 'amount', 'currency', ...fields]);
  const needsName = methodOf(known, draft)?.needs_name === true;
  const isReady =
    (isMerchant || draft.customerId !== '') &&
    Number(draft.amount) > 0 &&
    (!needsName || draft.realName.trim() !== '');
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void send(async () => onMade(await makeOrder(place, draft, once)));
      }}
    >
      {!isMerchant && (
        <MerchantField
          onPick={(customerId) => change({ customerId, method: '' })}
          error={errorOf('customer_id')}
        />
      )}
      <AmountFields draft={draft} known={known} onChange={change} errorOf={errorOf} isLarge={isLarge} />
      {children({ draft, known, needsName, change, errorOf })}
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      <Button type="submit" size={isLarge ? 'lg' : 'sm'} loading={isBusy} disabled={!isReady}>
        {submit}
      </Button>
    </form>
  );
}

export function PayerNameField({ draft, needsName, change, errorOf }: OrderEntry) {
  const t = useWords('counter');
  return (
    <TextInput
      label={t('realName')}
      value={draft.realName}
      maxLength={64}
      onChange={(event) => change({ realName: event.currentTarget.value })}
      error={errorOf('real_name')}
      required={needsName}
      autoComplete="off"
    />
  );
}
