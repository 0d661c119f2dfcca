import { Button } from '@mantine/core';
import { currencyRates, withdrawCurrencyRate } from '@suanpan/contract/endpoints/currency-rates';
import type { RateRow } from '@suanpan/contract/endpoints/currency-rates';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../../parts/approval/waiting-marks.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { useToldSubmission } from '../../parts/use-told-submission.ts';

const RateDialog = lazy(async () => ({
  default: (await import('./currency_rate/rate-dialog.tsx')).RateDialog,
}));
const ConvertDialog = lazy(async () => ({
  default: (await import('./currency_rate/convert-dialog.tsx')).ConvertDialog,
}));

type E = typeof currencyRates;
const tones: Readonly<Record<RateRow['state'], Tone>> = {
  current: 'ok',
  future: 'wait',
  past: 'idle',
  withdrawn: 'idle',
};
const work = [
  'state',
  'agent_name',
  'base',
  'collection_rate',
  'payment_rate',
  'valid_from',
  'version',
] as const;
const rowKey = (row: RateRow): string => row.id;

/** The rates between currencies: those in force, those to come, and all there ever were. */
export function CurrencyRates() {
  const t = useWords('rates');
  const errors = useWords('errors');
  const may = useMay();
  const told = useToldSubmission();
  const client = useQueryClient();
  const [opened, setOpened] = useState<'set' | 'convert' | null>(null);
  const [withdrawing, setWithdrawing] = useState<RateRow | null>(null);
  const columns = useMemo(() => rateColumns(t), [t]);
  const presets = useWorkAndAll<RateRow>(
    { columns: [...work, 'set_by'], pinned: ['state'], leaving: ['version', 'set_by'] },
    { columns: [...work, 'set_by', 'used_by', 'reason'], pinned: ['state'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('agent_id', t('columns.agent'), agentNames, { mistake: errors('enterPremiumProxyId') }),
      f.choice('shown', t('filters.shown'), { all: t('filters.all') }),
    ];
  }, [t, errors]);
  const toInput = useMemo(() => inputOf(currencyRates, fields), [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [currencyRates.path] });
  return (
    <ListScreen<E>
      endpoint={currencyRates}
      name="settings.currency_rate"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={
        <>
          <ExportButton kind="settings.currency_rate" endpoint={currencyRates} toInput={toInput} />
          <Button variant="default" onClick={() => setOpened('convert')}>
            {t('acts.convert')}
          </Button>
        </>
      }
      create={
        may('settings.currency_rate.create')
          ? { label: t('acts.set'), run: () => setOpened('set') }
          : undefined
      }
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: true,
          run: () => setWithdrawing(row),
        }))
      }
    >
      <Suspense fallback={null}>
        {opened === 'set' && <RateDialog onDone={changed} onClose={() => setOpened(null)} />}
        {opened === 'convert' && <ConvertDialog onClose={() => setOpened(null)} />}
      </Suspense>
      {withdrawing && (
        <Confirm
          title={`${t('acts.withdraw')} · ${pairOf(withdrawing)}`}
          effect={t('hints.withdraw')}
          confirmLabel={t('acts.withdraw')}
          isDangerous
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            const answer = await call(withdrawCurrencyRate, { id: withdrawing.id, reason, ...stepUp }, once);
            told(answer, t('states.done'), pairOf(withdrawing));
            await changed();
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </ListScreen>
  );
}

const pairOf = (row: RateRow): string => `${row.base}/${row.quote}`;

function rateColumns(t: TFunction<'rates'>): readonly GridColumn<RateRow>[] {
  const c = columnsOf<RateRow>();
  return [
    c.tag(
      'state',
      t('columns.state'),
      ({ state, waiting_acts }) => ({
        tone: tones[state],
        label: t(`rateStates.${state}`),
        mark: waiting_acts && <WaitingMarks of={waiting_acts} />,
      }),
      {
        card: 1,
      },
    ),
    c.said(
      'agent_name',
      t('columns.agent'),
      ({ agent_id, agent_name }) =>
        agent_id === null ? t('states.platform') : `${agent_name ?? ''} · ${agent_id}`,
      { width: 160, card: 2 },
    ),
    c.said('base', t('columns.pair'), pairOf, { width: 112, card: 1 }),
    c.figure('collection_rate', t('columns.collectionRate'), { width: 112, card: 2 }),
    c.figure('payment_rate', t('columns.paymentRate'), { width: 112, card: 3 }),
    c.time('valid_from', t('columns.validFrom'), { card: 3 }),
    c.count('version', t('columns.version')),
    c.text('set_by', t('columns.setBy'), { width: 112 }),
    c.count('used_by', t('columns.usedBy')),
    c.text('reason', t('columns.reason'), { width: 160 }),
  ];
}
