import { NativeSelect, TextInput } from '@mantine/core';
import { swapChannels, swapChannelsEffect, type SwapEffect } from '@suanpan/contract/endpoints/channel-swaps';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { Fault } from '../../../kit/fault.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { modelCalls } from '../../../parts/merchant-channels/calls.ts';
import type { Direction } from '../../../parts/merchant-channels/calls.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';

interface SwapDialogProps {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

type Whom = 'all' | 'agent' | 'model' | 'customers';

/** Merchants go from a channel to another: who, who would not, and by whom the senior agent would lose is shown first. */
export function SwapDialog({ onDone, onClose }: SwapDialogProps) {
  const t = useWords('merchantChannels');
  const told = useToldSubmission();
  const isPlatform = useSelf().agent_id === undefined;
  const [direction, setDirection] = useState<Direction>('collection');
  const [from, setFrom] = useState<string | null>('');
  const [to, setTo] = useState<string | null>('');
  const [whom, setWhom] = useState<Whom>('all');
  const [agentId, setAgentId] = useState<string | null>('');
  const [modelId, setModelId] = useState('');
  const [customers, setCustomers] = useState('');
  const [alias, setAlias] = useState('');
  const ids = customers.split(/[\s,;]+/).filter((id) => /^\d{1,18}$/.test(id));
  const calls = modelCalls[direction];
  const { data: models } = useQuery({
    queryKey: [calls.list.path, 'all'],
    queryFn: ({ signal }) => call(calls.list, { paginate: 200 }, { signal }),
    enabled: whom === 'model',
  });
  const scope =
    whom === 'all'
      ? ('all' as const)
      : whom === 'agent'
        ? agentId && { agent_id: agentId }
        : whom === 'model'
          ? modelId && { model_id: modelId }
          : ids.length > 0 && { customer_ids: ids };
  const wanted =
    from && to && from !== to && scope
      ? {
          direction,
          from_channel_id: from,
          to_channel_id: to,
          scope,
          ...(alias.trim() !== '' && { alias: alias.trim() }),
        }
      : null;
  const { data: effect, error } = useQuery({
    queryKey: [swapChannelsEffect.path, wanted],
    queryFn: async ({ signal }) => (wanted === null ? null : call(swapChannelsEffect, wanted, { signal })),
    enabled: wanted !== null,
    gcTime: 0,
  });
  const isReady = effect != null && effect.affected.length > 0 && effect.lossy.length === 0;
  return (
    <Confirm
      title={t('acts.swap')}
      confirmLabel={t('acts.swap')}
      isDangerous
      isReady={wanted !== null && isReady}
      asks={['reason', 'payment_password', 'one_code']}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.swap')}</p>
          <NativeSelect
            label={t('columns.direction')}
            value={direction}
            onChange={(event) => {
              setDirection(event.currentTarget.value === 'payout' ? 'payout' : 'collection');
              setFrom('');
              setTo('');
              setModelId('');
            }}
            data={(['collection', 'payout'] as const).map((value) => ({
              value,
              label: t(`directions.${value}`),
            }))}
          />
          <PickInput
            key={`${direction} from`}
            label={t('fields.from')}
            source={calls.channels}
            onPick={setFrom}
            required
          />
          <PickInput
            key={`${direction} to`}
            label={t('fields.to')}
            source={calls.channels}
            onPick={setTo}
            required
          />
          <NativeSelect
            label={t('fields.whom')}
            value={whom}
            onChange={(event) => setWhom(whoms.find((one) => one === event.currentTarget.value) ?? 'all')}
            data={whoms
              .filter((one) => isPlatform || one !== 'agent')
              .map((value) => ({ value, label: t(`whom.${value}`) }))}
          />
          {whom === 'agent' && (
            <PickInput label={t('columns.agent')} source={agentNames} onPick={setAgentId} />
          )}
          {whom === 'model' && (
            <NativeSelect
              label={t('columns.model')}
              value={modelId}
              onChange={(event) => setModelId(event.currentTarget.value)}
              data={[
                { value: '', label: '' },
                ...(models?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []),
              ]}
            />
          )}
          {whom === 'customers' && (
            <TextInput
              label={t('fields.customerIds')}
              description={t('hints.customerIds')}
              value={customers}
              onChange={(event) => setCustomers(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          <TextInput
            label={t('fields.aliasOnly')}
            value={alias}
            onChange={(event) => setAlias(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          {error && wanted !== null && <Fault fault={error} />}
          {effect && wanted !== null && <SwapLines effect={effect} />}
        </div>
      }
      act={async ({ once, reason, stepUp }) => {
        if (wanted === null || effect == null) return;
        const answer = await call(
          swapChannels,
          { ...wanted, effect_hash: effect.hash, reason, ...stepUp },
          once,
        );
        told(answer, t('states.swapped'));
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

const whoms = ['all', 'agent', 'model', 'customers'] as const;

function SwapLines({ effect }: { readonly effect: SwapEffect }) {
  const t = useWords('merchantChannels');
  const names = (rows: SwapEffect['affected']): string =>
    rows.map(({ alias, customer }) => `${customer.name} · ${alias}`).join(', ');
  return (
    <dl className={styles.becomes} aria-label={t('states.effect')}>
      <dt>{t('columns.affected')}</dt>
      <dd>
        {effect.affected.length} {names(effect.affected.slice(0, 20))}
      </dd>
      {effect.lossy.map(({ alias, customer, why }) => [
        <dt key={`${customer.id} ${alias}`}>{`${customer.name} · ${alias}`}</dt>,
        <dd key={`${customer.id} ${alias} why`} role="alert">
          {why}
        </dd>,
      ])}
      {effect.forced.map(({ customer, n, note }) => [
        <dt key={`${customer.id} rule ${n}`}>{`${customer.name} · ${t('states.rule', { n })}`}</dt>,
        <dd key={`${customer.id} rule ${n} why`} role="alert">
          {note === '' ? t('states.forced') : `${t('states.forced')} · ${note}`}
        </dd>,
      ])}
      {effect.no_limit_overlap.map(({ alias, customer, why }) => [
        <dt key={`${customer.id} ${alias} stays`}>{`${customer.name} · ${alias}`}</dt>,
        <dd key={`${customer.id} ${alias} stays why`}>{`${t('states.stays')} · ${why}`}</dd>,
      ])}
    </dl>
  );
}
