import '../../theme/form-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { priceEffect, priceMatrix, priceWhatIf, setPrices } from '@suanpan/contract/endpoints/price-matrix';
import { currencies, type Currency } from '@suanpan/money/currency';
import { formatMerchant } from '@suanpan/money/amount';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { firstWrong } from '../../kit/first-wrong.ts';
import { MomentField } from '../../kit/moment-field.tsx';
import { call } from '../../lib/api.ts';
import { saidElsewhere } from '../../lib/call-fault.ts';
import { useMay } from '../../lib/own-user.ts';
import { useSending } from '../../lib/use-sending.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import { MatrixTable } from './matrix-table.tsx';
import { draftOf, readRow, sentRows } from './price-draft.ts';
import type { Direction, ReadRow } from './price-draft.ts';
import { PriceVersions } from './price-versions.tsx';
import { useDraft } from './use-draft.ts';
import { WhatIf } from './what-if.tsx';
import styles from './matrix.module.css';

/** Whose prices: one merchant's, or those of all merchants of a senior agent. */
export interface PriceOwner {
  readonly customer_id?: string;
  readonly agent_id?: string;
}

interface PriceMatrixProps {
  readonly owner: PriceOwner;
  readonly currency: Currency;
  readonly direction?: Direction;
}

const screens = { collection: 'collectionMethod.customers', payout: 'paymentMethod.customers' } as const;
const directions = Object.keys(screens) as readonly Direction[];
const currencyNames = Object.keys(currencies) as readonly Currency[];

/** Which prices are looked at, and the cells themselves, which begin anew with each other answer. */
export function PriceMatrix({ owner, currency: first, direction: wanted }: PriceMatrixProps) {
  const t = useWords('prices');
  const may = useMay();
  const allowed = directions.filter((one) => may(`${screens[one]}.get`));
  const [direction, setDirection] = useState<Direction>(wanted ?? allowed[0] ?? 'collection');
  const [currency, setCurrency] = useState(first);
  const whose = { ...owner, direction, currency };
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [priceMatrix.path, whose],
    queryFn: ({ signal }) => call(priceMatrix, whose, { signal }),
    // What is typed stands on what was read: it is read anew when it is opened, and not beneath the hands.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <section className={styles.editor} aria-label={t('title')}>
      <div className={styles.bar}>
        <NativeSelect
          label={t('fields.direction')}
          value={direction}
          onChange={(event) => setDirection(event.currentTarget.value === 'payout' ? 'payout' : 'collection')}
          data={allowed.map((one) => ({ value: one, label: t(`directions.${one}`) }))}
        />
        <NativeSelect
          label={t('fields.currency')}
          value={currency}
          onChange={(event) =>
            setCurrency(currencyNames.find((one) => one === event.currentTarget.value) ?? currency)
          }
          data={[...currencyNames]}
        />
        <p className={styles.hint}>{t('hints.keys')}</p>
      </div>
      {error && !data && <Fault fault={error} onRetry={() => void refetch()} />}
      {data && data.items.length === 0 && <EmptyState kind="none" text={t('states.none')} />}
      {data && data.items.length > 0 && (
        <Editor
          key={`${direction} ${currency} ${dataUpdatedAt}`}
          whose={whose}
          data={data}
          onDone={() => void refetch()}
        />
      )}
    </section>
  );
}

interface EditorProps {
  readonly whose: PriceOwner & { readonly direction: Direction; readonly currency: Currency };
  readonly data: OutputOf<typeof priceMatrix>;
  readonly onDone: () => void;
}

function Editor({ data, onDone, whose }: EditorProps) {
  const t = useWords('prices');
  const errors = useWords('errors');
  const may = useMay();
  const told = useToldSubmission();
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const { canUndo, change, draft, undo } = useDraft(draftOf(data.items));
  const [from, setFrom] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [effect, setEffect] = useState<OutputOf<typeof priceEffect> | null>(null);
  const [tried, setTried] = useState<OutputOf<typeof priceWhatIf> | null>(null);
  const [isLookingBack, setLookingBack] = useState(false);
  const { fault, isBusy, send } = useSending();
  const rows = data.items.map((row) => readRow(row, draft, whose.direction));
  const changed = rows.filter(({ isChanged }) => isChanged);
  const wrong = changed.filter(({ isSavable }) => !isSavable);
  const isReadOnly = !may(`${screens[whose.direction]}.update`);
  useUnsaved(changed.length > 0);
  const wished = () => ({
    ...whose,
    rows: sentRows(changed),
    // The platform's own zone, whatever the browser's.
    ...(from !== '' && { valid_from: `${from}:00+08:00` }),
  });
  const isReady = (): boolean => {
    setAsked(true);
    // A moment that cannot be read stands in its field alone: the prices would hold from another, or at once.
    const unread = box.current === null ? undefined : firstWrong(box.current);
    if (wrong.length === 0 && unread !== undefined) {
      unread.focus();
      return false;
    }
    if (wrong.length === 0) return changed.length > 0;
    box.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    return false;
  };
  return (
    <div className={styles.editor} ref={box}>
      <MatrixTable
        rows={rows}
        draft={draft}
        direction={whose.direction}
        isReadOnly={isReadOnly}
        isOfMany={data.customer === null}
        onChange={(next) => {
          setTried(null);
          change(next);
        }}
        onUndo={undo}
      />
      {wrong.length > 0 && (isAsked || wrong.some(({ judged }) => judged !== null)) && (
        <ul className={styles.faults} role="alert">
          {wrong.map((read) => (
            <li key={read.key}>
              {nameOf(read)}: {errors('checkHandlingFee')}
              {lossOf(read, errors)}
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p role="alert" className={styles.faults}>
          {saidElsewhere(fault, [])}
        </p>
      )}
      {tried && <WhatIf answer={tried} currency={whose.currency} />}
      <div className={styles.bar}>
        {!isReadOnly && <MomentField label={t('fields.validFrom')} value={from} onChange={setFrom} />}
        <Button variant="default" onClick={() => setLookingBack(!isLookingBack)}>
          {t('acts.versions')}
        </Button>
        {!isReadOnly && (
          <Button variant="default" disabled={!canUndo} onClick={undo}>
            {t('acts.undo')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={changed.length === 0 || changed.some(({ fees }) => fees === null)}
          loading={isBusy}
          onClick={() =>
            void send(async () => {
              const { valid_from: _, ...asked } = wished() as ReturnType<typeof wished> & {
                valid_from?: string;
              };
              setTried(await call(priceWhatIf, asked));
            })
          }
        >
          {t('acts.whatIf')}
        </Button>
        {!isReadOnly && (
          <Button
            disabled={changed.length === 0}
            loading={isBusy}
            onClick={() => isReady() && void send(async () => setEffect(await call(priceEffect, wished())))}
          >
            {t('acts.save')}
          </Button>
        )}
      </div>
      {isLookingBack && <PriceVersions whose={whose} onDone={onDone} />}
      {effect && (
        <Confirm
          title={t('acts.save')}
          effect={
            <ul className={styles.lines}>
              {effect.effect.map((line) => (
                <li key={`${line.customer} ${line.channel} ${line.alias} ${line.field}`}>
                  {data.customer === null && `${line.customer} · `}
                  {line.channel} ({line.alias}) {t(`effects.${line.field}`)}:{' '}
                  {line.field === 'allow_loss' ? (
                    <b>{t(line.after === 'true' ? 'states.yes' : 'states.no')}</b>
                  ) : (
                    <>
                      {line.before ?? '–'} → <b>{line.after}</b>
                    </>
                  )}
                </li>
              ))}
              <li>{from === '' ? t('hints.atOnce') : t('hints.from', { time: from.replace('T', ' ') })}</li>
            </ul>
          }
          confirmLabel={t('acts.save')}
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            const answer = await call(
              setPrices,
              { ...wished(), effect_hash: effect.hash, reason, ...stepUp },
              once,
            );
            told(answer, t('states.done'), data.customer?.name ?? data.agent.name);
            await client.invalidateQueries({ queryKey: ['user'] });
            onDone();
          }}
          onClose={() => setEffect(null)}
        />
      )}
    </div>
  );
}

const nameOf = ({ row }: ReadRow): string => `${row.customer.name} · ${row.channel} (${row.alias})`;

/** Where it loses most, and how much. */
function lossOf({ judged, row }: ReadRow, errors: ReturnType<typeof useWords<'errors'>>): string {
  const loss = judged?.isImpossible === true ? null : (judged?.loss ?? null);
  if (loss === null) return '';
  const text = errors('feeInversion', {
    amount: formatMerchant(loss.amount, row.currency),
    loss: formatMerchant(-loss.net, row.currency),
  });
  return ` ${text}`;
}
