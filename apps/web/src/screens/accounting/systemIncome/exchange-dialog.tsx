import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { exchangeHouse, type houseExchanges } from '@suanpan/contract/endpoints/income';
import { positionAfter, tradeResult } from '@suanpan/domain/journals/income-exchange';
import { formatLedger, parseSignedLedger, readPositiveAmount } from '@suanpan/money/amount';
import { rateOfExchange } from '@suanpan/money/exchange';
import { formatRate } from '@suanpan/money/rate';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

export type Position = OutputOf<typeof houseExchanges>['summary']['positions'][number];

interface ExchangeDialogProps {
  readonly positions: readonly Position[];
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}
/** What is owed is bought back, what is held is sold. */
const closing = (pair: Position | undefined): 'buy' | 'sell' =>
  pair !== undefined && parseSignedLedger(pair.held, pair.base) > 0n ? 'sell' : 'buy';
const nameOf = ({ base, quote }: Position): string => `${base}/${quote}`;

/** What the house bought or sold, and what that makes of its position. A second person has to agree. */
export function ExchangeDialog({ positions, onDone, onClose }: ExchangeDialogProps) {
  const t = useWords('income');
  const common = useWords('common');
  const told = useToldSubmission();
  const [pair, setPair] = useState(() => positions.find(({ rate }) => rate !== null) ?? positions[0]);
  const [side, setSide] = useState(() => closing(pair));
  const [baseText, setBase] = useState('');
  const [quoteText, setQuote] = useState('');
  const [counterparty, setCounterparty] = useState('');
  if (pair === undefined) return null;
  const { base, quote } = pair;
  const [given, taken] = [readPositiveAmount(baseText, base), readPositiveAmount(quoteText, quote)];
  const fault = (text: string, amount: bigint | null) =>
    text === '' || amount !== null ? undefined : common('validation.amount');
  return (
    <Confirm
      title={t('acts.exchange')}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.exchange')}</p>
          <NativeSelect
            label={t('fields.pair')}
            description={t('fields.position', { amount: `${pair.held} ${base}`, rate: pair.rate ?? '–' })}
            value={nameOf(pair)}
            onChange={({ currentTarget: { value } }) => {
              const other = positions.find((one) => nameOf(one) === value);
              setPair(other);
              setSide(closing(other));
            }}
            data={positions.map(nameOf)}
          />
          <SegmentedControl
            aria-label={t('fields.side')}
            value={side}
            onChange={(next) => setSide(next)}
            data={[
              { value: 'buy', label: t('sides.buy') },
              { value: 'sell', label: t('sides.sell') },
            ]}
          />
          <TextInput
            label={t('fields.baseAmount', { currency: base })}
            value={baseText}
            onChange={(event) => setBase(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault(baseText, given)}
            required
            data-autofocus
          />
          <TextInput
            label={t('fields.quoteAmount', { currency: quote })}
            value={quoteText}
            onChange={(event) => setQuote(event.currentTarget.value.trim())}
            inputMode="decimal"
            autoComplete="off"
            error={fault(quoteText, taken)}
            required
          />
          <TextInput
            label={t('fields.counterparty')}
            value={counterparty}
            onChange={(event) => setCounterparty(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            required
          />
          {given !== null && taken !== null && (
            <Outcome
              pair={pair}
              base={side === 'buy' ? given : -given}
              quote={side === 'buy' ? -taken : taken}
            />
          )}
        </div>
      }
      confirmLabel={t('acts.exchange')}
      isReady={given !== null && taken !== null && counterparty.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          exchangeHouse,
          {
            base,
            quote,
            side,
            base_amount: baseText,
            quote_amount: quoteText,
            counterparty: counterparty.trim(),
            reason,
            ...stepUp,
          },
          once,
        );
        told(answer, t('states.exchanged'), counterparty.trim());
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

interface OutcomeProps {
  readonly pair: Position;
  /** What comes, and below zero what goes, in minor units. */
  readonly base: bigint;
  readonly quote: bigint;
}

/** At which rate, what is realised by it, and what is left. The books say so once more when it is carried out. */
function Outcome({ pair, base, quote }: OutcomeProps) {
  const t = useWords('income');
  const position = {
    held: parseSignedLedger(pair.held, pair.base),
    cost: parseSignedLedger(pair.cost, pair.quote),
  };
  const trade = { base, quote };
  const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
  const rate = rateOfExchange(size(base), pair.base, size(quote), pair.quote);
  return (
    <dl className={styles.becomes}>
      <dt>{t('fields.rate')}</dt>
      <dd className="num">{formatRate(rate)}</dd>
      <dt>{t('fields.result')}</dt>
      <dd>
        <Money
          value={formatLedger(tradeResult(position, trade), pair.quote)}
          currency={pair.quote}
          isExact
          isChange
        />
      </dd>
      <dt>{t('columns.heldAfter')}</dt>
      <dd>
        <Money
          value={formatLedger(positionAfter(position, trade).held, pair.base)}
          currency={pair.base}
          isExact
        />
      </dd>
    </dl>
  );
}
