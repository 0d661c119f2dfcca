import { priceVersions, withdrawPrice } from '@suanpan/contract/endpoints/price-matrix';
import type { PriceVersionRow } from '@suanpan/contract/endpoints/price-matrix';
import type { InputOf } from '@suanpan/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ShortList } from '../../kit/short-list.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useToldSubmission } from '../use-told-submission.ts';

const tones: Readonly<Record<PriceVersionRow['state'], Tone>> = {
  scheduled: 'wait',
  current: 'ok',
  past: 'idle',
  refused: 'fail',
  withdrawn: 'idle',
};
const work = ['state', 'channel', 'version', 'after', 'valid_from', 'set_by'] as const;

interface PriceVersionsProps {
  readonly whose: Pick<
    InputOf<typeof priceVersions>,
    'customer_id' | 'agent_id' | 'direction' | 'currency' | 'id'
  >;
  readonly onDone: () => void;
}

/** Every price there was and those to come; what is not in force yet can be taken back. */
export function PriceVersions({ whose, onDone }: PriceVersionsProps) {
  const t = useWords('prices');
  const told = useToldSubmission();
  const [withdrawing, setWithdrawing] = useState<PriceVersionRow | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [priceVersions.path, whose],
    queryFn: ({ signal }) => call(priceVersions, { ...whose, paginate: 100 }, { signal }),
  });
  const columns = useMemo(() => versionColumns(t), [t]);
  const presets = useWorkAndAll<PriceVersionRow>(
    { columns: [...work], pinned: ['state'] },
    {
      columns: [...work, 'before', 'customer', 'agreed_by', 'reason', 'failure'],
      pinned: ['state'],
    },
  );
  return (
    <>
      <ShortList<PriceVersionRow>
        name="price.versions"
        title={t('acts.versions')}
        columns={columns}
        presets={presets}
        rows={data?.items}
        rowKey={(row) => row.id}
        actions={(row) =>
          row.actions.map((key) => ({ key, label: t('acts.withdraw'), run: () => setWithdrawing(row) }))
        }
        fault={error}
        onRetry={() => void refetch()}
        emptyText={t('states.none')}
        more={
          <ExportButton
            kind={`${whose.direction === 'payout' ? 'paymentMethod' : 'collectionMethod'}.customers.versions`}
            endpoint={priceVersions}
            toInput={() => whose}
          />
        }
      />
      {withdrawing && (
        <Confirm
          title={`${t('acts.withdraw')} · ${withdrawing.channel.name}`}
          effect={t('hints.withdraw')}
          confirmLabel={t('acts.withdraw')}
          isDangerous
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            const answer = await call(withdrawPrice, { id: withdrawing.id, reason, ...stepUp }, once);
            told(answer, t('states.done'), withdrawing.channel.name);
            await refetch();
            onDone();
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </>
  );
}

function versionColumns(t: TFunction<'prices'>): readonly GridColumn<PriceVersionRow>[] {
  const c = columnsOf<PriceVersionRow>();
  return [
    c.tag(
      'state',
      t('columns.state'),
      ({ state }) => ({ tone: tones[state], label: t(`versionStates.${state}`) }),
      {
        card: 1,
      },
    ),
    c.said(
      'channel',
      t('columns.channel'),
      ({ alias, channel, party }) =>
        party === 'merchant'
          ? `${channel.name} (${alias ?? ''})`
          : `${channel.name} · ${t(`columns.${party}`)}`,
      { width: 200, card: 1 },
    ),
    c.count('version', t('columns.version'), { card: 2 }),
    c.said('after', t('columns.prices'), ({ after }) => after ?? '–', { width: 260, card: 2 }),
    c.time('valid_from', t('columns.validFrom'), { card: 3 }),
    c.text('set_by', t('columns.setBy'), { width: 112 }),
    c.said('before', t('columns.before'), ({ before }) => before ?? '–', { width: 260 }),
    c.said('customer', t('columns.merchantName'), ({ customer }) => customer?.name ?? '–', { width: 140 }),
    c.text('agreed_by', t('columns.agreedBy'), { width: 112 }),
    c.text('reason', t('columns.reason'), { width: 160 }),
    c.text('failure', t('columns.failure'), { width: 200 }),
  ];
}
