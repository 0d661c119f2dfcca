import '../../theme/form-styles.ts';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ListPage } from '../../kit/list-page.tsx';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from '../../parts/by-hand/by-hand.module.css';
import type { MadeOrder } from '../../parts/by-hand/draft.ts';
import { MadeOrderPanel } from '../../parts/by-hand/made-order.tsx';
import { methodChoices, methodsIn } from '../../parts/by-hand/order-fields.tsx';
import { OrderForm, PayerNameField } from '../../parts/by-hand/order-form.tsx';

const lifetimesS = [300, 900, 1_800, 3_600, 10_800, 86_400] as const;
const fields = ['channel_alias', 'real_name', 'product_name'];

/** An order made by hand, or one to test with: who, how much, how, and the link that its payer opens. */
export function CreateCollection() {
  const t = useWords('counter');
  const { title } = useScreenPlace();
  const [made, setMade] = useState<MadeOrder | null>(null);
  return (
    <ListPage title={title}>
      <div className={styles.page}>
        <CreateForm key={made?.id ?? ''} onMade={setMade} />
        {made === null ? (
          <p className={styles.empty}>{t('empty')}</p>
        ) : (
          <MadeOrderPanel made={made} onAnother={() => setMade(null)} />
        )}
      </div>
    </ListPage>
  );
}

function CreateForm({ onMade }: { onMade: (made: MadeOrder) => void }) {
  const t = useWords('counter');
  return (
    <OrderForm place="create" fields={fields} submit={t('make')} onMade={onMade}>
      {(entry) => (
        <>
          <NativeSelect
            label={t('method')}
            value={entry.draft.method}
            onChange={(event) => entry.change({ method: event.currentTarget.value })}
            data={methodChoices(t, methodsIn(entry.known, entry.draft.currency))}
            description={entry.known?.methods.length === 0 ? t('noMethods') : undefined}
            error={entry.errorOf('channel_alias')}
          />
          <div className={styles.pair}>
            <PayerNameField {...entry} />
            <TextInput
              label={t('productName')}
              value={entry.draft.productName}
              maxLength={128}
              onChange={(event) => entry.change({ productName: event.currentTarget.value })}
              error={entry.errorOf('product_name')}
              autoComplete="off"
            />
          </div>
          <NativeSelect
            label={t('expires')}
            value={String(entry.draft.lifetimeS)}
            onChange={(event) => entry.change({ lifetimeS: Number(event.currentTarget.value) })}
            data={lifetimesS.map((seconds) => ({
              value: String(seconds),
              label:
                seconds < 3_600
                  ? t('minutes', { count: seconds / 60 })
                  : t('hours', { count: seconds / 3_600 }),
            }))}
          />
          <Switch
            label={t('isTest')}
            description={t('testHint')}
            checked={entry.draft.isTest}
            onChange={(event) => entry.change({ isTest: event.currentTarget.checked, method: '' })}
          />
        </>
      )}
    </OrderForm>
  );
}
