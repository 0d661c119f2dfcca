import '../../theme/form-styles.ts';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../../parts/by-hand/by-hand.module.css';
import { emptyDraft, makeOrder, type Draft, type MadeOrder } from '../../parts/by-hand/draft.ts';
import { MadeOrderPanel } from '../../parts/by-hand/made-order.tsx';
import {
  AmountFields,
  MerchantField,
  methodChoices,
  methodOf,
  methodsIn,
} from '../../parts/by-hand/order-fields.tsx';
import { useIsMerchant, useMethods } from '../../parts/by-hand/use-methods.ts';

const lifetimesS = [300, 900, 1_800, 3_600, 10_800, 86_400] as const;
const shownFields = ['customer_id', 'amount', 'currency', 'channel_alias', 'real_name', 'product_name'];

/** An order made by hand, or one to test with: who, how much, how, and the link that its payer opens. */
export function CreateCollection() {
  const t = useWords('counter');
  const { title } = useScreenPlace();
  const [made, setMade] = useState<MadeOrder | null>(null);
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <OrderForm key={made?.id ?? ''} onMade={setMade} />
        {made === null ? (
          <p className={styles.empty}>{t('empty')}</p>
        ) : (
          <MadeOrderPanel made={made} onAnother={() => setMade(null)} />
        )}
      </div>
    </ListPage>
  );
}

function OrderForm({ onMade }: { onMade: (made: MadeOrder) => void }) {
  const t = useWords('counter');
  const isMerchant = useIsMerchant();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<Draft>(emptyDraft(useSelf().currency));
  const { errorOf, fault, isBusy, send } = useSending();
  const { data: known } = useMethods('create', draft.customerId, draft.isTest);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const elsewhere = fault && saidElsewhere(fault, shownFields);
  const needsName = methodOf(known, draft)?.needs_name === true;
  const isReady =
    (isMerchant || draft.customerId !== '') &&
    Number(draft.amount) > 0 &&
    (!needsName || draft.realName.trim() !== '');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy)
          void send(async () => onMade(await makeOrder('create', draft, idempotencyKey)));
      }}
    >
      {!isMerchant && (
        <MerchantField
          onPick={(customerId) => change({ customerId, method: '' })}
          error={errorOf('customer_id')}
        />
      )}
      <AmountFields draft={draft} known={known} onChange={change} errorOf={errorOf} />
      <NativeSelect
        label={t('method')}
        value={draft.method}
        onChange={(event) => change({ method: event.currentTarget.value })}
        data={methodChoices(t, methodsIn(known, draft.currency))}
        description={known?.methods.length === 0 ? t('noMethods') : undefined}
        error={errorOf('channel_alias')}
      />
      <div className={styles.pair}>
        <TextInput
          label={t('realName')}
          value={draft.realName}
          maxLength={64}
          onChange={(event) => change({ realName: event.currentTarget.value })}
          error={errorOf('real_name')}
          required={needsName}
          autoComplete="off"
        />
        <TextInput
          label={t('productName')}
          value={draft.productName}
          maxLength={128}
          onChange={(event) => change({ productName: event.currentTarget.value })}
          error={errorOf('product_name')}
          autoComplete="off"
        />
      </div>
      <NativeSelect
        label={t('expires')}
        value={String(draft.lifetimeS)}
        onChange={(event) => change({ lifetimeS: Number(event.currentTarget.value) })}
        data={lifetimesS.map((seconds) => ({
          value: String(seconds),
          label:
            seconds < 3_600 ? t('minutes', { count: seconds / 60 }) : t('hours', { count: seconds / 3_600 }),
        }))}
      />
      <Switch
        label={t('isTest')}
        description={t('testHint')}
        checked={draft.isTest}
        onChange={(event) => change({ isTest: event.currentTarget.checked, method: '' })}
      />
      {elsewhere !== null && (
        <p role="alert" className={styles.fault}>
          {elsewhere}
        </p>
      )}
      <Button type="submit" loading={isBusy} disabled={!isReady}>
        {t('make')}
      </Button>
    </form>
  );
}
