import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { rateCurrencies, setCurrencyRate } from '@suanpan/contract/endpoints/currency-rates';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { MomentField } from '../../../kit/moment-field.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

const pairs = rateCurrencies.flatMap((base, place) =>
  rateCurrencies.slice(place + 1).map((quote) => ({ base, quote, name: `${base}/${quote}` })),
);

/** A new version of a rate: the platform's, or a senior agent's own. */
export function RateDialog({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const t = useWords('rates');
  const told = useToldSubmission();
  const isPlatform = useSelf().agent_id === undefined;
  const [agentId, setAgentId] = useState<string | null>('');
  const [pairName, setPair] = useState('USDT/TWD');
  const [collection, setCollection] = useState('');
  const [payment, setPayment] = useState('');
  const [from, setFrom] = useState('');
  const [allowsLoss, setAllowsLoss] = useState(false);
  const pair = pairs.find(({ name }) => name === pairName);
  return (
    <Confirm
      title={t('acts.set')}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.set')}</p>
          {isPlatform && <PickInput label={t('fields.agent')} source={agentNames} onPick={setAgentId} />}
          <NativeSelect
            label={t('fields.pair')}
            value={pairName}
            onChange={(event) => setPair(event.currentTarget.value)}
            data={pairs.map(({ name }) => name)}
          />
          <TextInput
            label={t('fields.collectionRate')}
            value={collection}
            onChange={(event) => setCollection(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            required
          />
          <TextInput
            label={t('fields.paymentRate')}
            value={payment}
            onChange={(event) => setPayment(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            required
          />
          <MomentField label={t('fields.validFrom')} value={from} onChange={setFrom} />
          <Checkbox
            label={t('fields.allowLoss')}
            checked={allowsLoss}
            onChange={(event) => setAllowsLoss(event.currentTarget.checked)}
          />
        </div>
      }
      confirmLabel={t('acts.set')}
      isReady={agentId !== null && pair !== undefined && collection !== '' && payment !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        if (pair === undefined) return;
        const answer = await call(
          setCurrencyRate,
          {
            ...(agentId && { agent_id: agentId }),
            base: pair.base,
            quote: pair.quote,
            collection_rate: collection,
            payment_rate: payment,
            // The platform's own zone, whatever the browser's.
            ...(from !== '' && { valid_from: `${from}:00+08:00` }),
            ...(allowsLoss && { allow_loss: true }),
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('states.done'), pair.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
