import { Button, Switch } from '@mantine/core';
import type { MerchantChannelRow, MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { display2, display4 } from '@suanpan/money/display';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { trimmed } from '../withdrawal/rule-texts.ts';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';
import { hoursToText } from './method-texts.ts';
import styles from './merchant-channels.module.css';

const MethodDialog = lazy(async () => ({ default: (await import('./method-dialog.tsx')).MethodDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }));

const tones: Readonly<Record<MerchantChannelRow['state'], Tone>> = {
  ok: 'ok',
  out_of_window: 'idle',
  amount_capped: 'attention',
  tripped: 'fail',
  maintenance: 'wait',
};

interface MethodListProps {
  readonly direction: Direction;
  readonly merchant: MerchantRow;
  readonly onChanged: () => Promise<void>;
}

/** The channels of one merchant, each with its limits and prices as far as the reader may know them. */
export function MethodList({ direction, merchant, onChanged }: MethodListProps) {
  const t = useWords('merchantChannels');
  const calls = merchantCalls[direction];
  const [editing, setEditing] = useState<MerchantChannelRow | 'new' | null>(null);
  const [removing, setRemoving] = useState<MerchantChannelRow | null>(null);
  // Until the list has come anew, a second click would ask for what was asked for already.
  const [turning, setTurning] = useState<string | null>(null);
  const turn = async (row: MerchantChannelRow, enabled: boolean): Promise<void> => {
    setTurning(row.id);
    const wanted = { ...settingsOf(row), enabled };
    try {
      const { hash } = await call(calls.updateEffect, wanted);
      await call(calls.update, { ...wanted, effect_hash: hash });
      toasts.emit({ tone: 'ok', title: t(enabled ? 'states.turnedOn' : 'states.turnedOff'), text: row.name });
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      toasts.emit({ tone: 'fail', title: cause.message, text: row.name });
    }
    await onChanged();
    setTurning(null);
  };
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.note}>{t('hints.order')}</p>
        {merchant.actions.includes('create') && (
          <Button size="xs" onClick={() => setEditing('new')}>
            {t('acts.add')}
          </Button>
        )}
      </div>
      {merchant.customer_methods.length === 0 && <EmptyState kind="none" text={t('states.noChannels')} />}
      <ul className={styles.list}>
        {merchant.customer_methods.map((row) => (
          <li key={row.id}>
            <header className={styles.head}>
              <h4>
                {row.name} <small>{row.code}</small>
              </h4>
              <StatusTag
                tone={row.channel_enabled ? tones[row.state] : 'idle'}
                label={t(row.channel_enabled ? `channelStates.${row.state}` : 'channelStates.off')}
              />
              <Switch
                size="xs"
                label={t('fields.enabled')}
                checked={row.enabled}
                disabled={!row.actions.includes('update') || turning === row.id}
                onChange={(event) => void turn(row, event.currentTarget.checked)}
              />
              {row.actions.includes('update') && (
                <Button size="xs" variant="default" onClick={() => setEditing(row)}>
                  {t('acts.update')}
                </Button>
              )}
              {row.actions.includes('delete') && (
                <Button size="xs" variant="default" color="red" onClick={() => setRemoving(row)}>
                  {t('acts.delete')}
                </Button>
              )}
            </header>
            <Facts row={row} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {editing !== null && (
          <MethodDialog
            direction={direction}
            merchant={merchant}
            row={editing === 'new' ? null : editing}
            onDone={onChanged}
            onClose={() => setEditing(null)}
          />
        )}
        {removing !== null && (
          <RemoveDialog
            direction={direction}
            row={removing}
            onDone={onChanged}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Facts({ row }: { readonly row: MerchantChannelRow }) {
  const t = useWords('merchantChannels');
  const limit = (value: string) => (/^0(\.0+)?$/.test(value) ? t('states.none') : display2(value));
  const price = (fee: { pct: string; per_item: string } | null): string | null =>
    fee === null ? null : `${fee.pct} % + ${display4(fee.per_item)}`;
  const facts = [
    ['alias', row.alias],
    ['weight', `${row.weight}${row.polling ? '' : ` · ${t('states.pinned')}`}`],
    ['keepsPayers', row.keeps_payers ? t('states.yes') : null],
    ['priority', String(row.priority)],
    ['min', limit(row.min_amount)],
    ['max', limit(row.max_amount)],
    ['dailyAmount', limit(row.daily_amount)],
    ['dailyCount', row.daily_count === 0 ? t('states.none') : String(row.daily_count)],
    ['balanceLimit', row.balance_limit === null ? t('states.none') : display2(row.balance_limit)],
    ['windows', hoursToText(row.windows) || t('states.always')],
    ['merchantFee', price(row.merchant_fee)],
    ['subAgentFee', price(row.sub_agent_fee)],
    ['middlemanFee', price(row.middleman_fee)],
    ['endpointFee', price(row.endpoint_fee)],
    ['agentFee', price(row.agent_fee)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{t(`fields.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A row as the call takes it, with nothing changed. */
function settingsOf(row: MerchantChannelRow) {
  return {
    id: row.id,
    v: row.v,
    alias: row.alias ?? '',
    weight: row.weight,
    polling: row.polling,
    priority: row.own_priority,
    min_amount: trimmed(row.min_amount),
    max_amount: trimmed(row.max_amount),
    daily_amount: trimmed(row.daily_amount),
    daily_count: row.daily_count,
    balance_limit: row.balance_limit === null ? null : trimmed(row.balance_limit),
    windows: row.windows,
  };
}
