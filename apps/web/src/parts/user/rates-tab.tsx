import { Button } from '@mantine/core';
import { userChannels, userRates } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { display2, display4 } from '@suanpan/money/display';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ShortList } from '../../kit/short-list.tsx';
import { call } from '../../lib/api.ts';
import { ReplayButton } from '../routing/replay-button.tsx';
import type { RowOf } from '../../lib/use-list.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';

const PriceDialog = lazy(async () => ({ default: (await import('../rates/price-dialog.tsx')).PriceDialog }));

type Channel = RowOf<typeof userChannels>;
type Rate = RowOf<typeof userRates>;

const prices = ['merchant', 'sub_agent', 'middleman', 'endpoint', 'system'] as const;

/** Which channels he has and what each party takes there, as far as the reader may know. */
export function RatesTab({ user: { currency, id, name, role_name } }: { user: UserRow }) {
  const t = useWords('users');
  const words = useWords('prices');
  const may = useMay();
  const [isSetting, setSetting] = useState(false);
  const isPriced = role_name === 'customer' || role_name === 'agent';
  const maySet =
    isPriced && (may('collectionMethod.customers.update') || may('paymentMethod.customers.update'));
  const common = useWords('common');
  const channels = useQuery({
    queryKey: ['user', id, 'channels'],
    queryFn: ({ signal }) => call(userChannels, { id }, { signal }),
  });
  const rates = useQuery({
    queryKey: ['user', id, 'rates'],
    queryFn: ({ signal }) => call(userRates, { id }, { signal }),
  });
  const channelColumns = useMemo(() => columnsOfChannels(t, common), [t, common]);
  const channelPresets = useWorkAndAll<Channel>(
    { columns: ['enabled', 'channel', 'weight', 'min_amount'], pinned: ['enabled'] },
    {
      columns: ['channel', 'code', 'enabled', 'weight', 'min_amount', 'currency'],
      pinned: ['channel'],
    },
  );
  // A price that nobody here may know is no column of its own.
  const known = useMemo(
    () => prices.filter((name) => rates.data?.items.some((rate) => rate[name] !== null)),
    [rates.data],
  );
  const rateColumns = useMemo(() => columnsOfRates(t, id), [t, id]);
  const ratePresets = useMemo(
    () =>
      workAndAll<Rate>(
        common,
        { columns: ['channel', ...known], pinned: ['channel'] },
        { columns: ['channel', ...known, 'currency'], pinned: ['channel'] },
      ),
    [common, known],
  );
  return (
    <>
      {maySet && (
        <Button size="xs" variant="default" onClick={() => setSetting(true)}>
          {words('acts.edit')}
        </Button>
      )}
      {isSetting && (
        <Suspense fallback={null}>
          <PriceDialog
            owner={role_name === 'agent' ? { agent_id: id } : { customer_id: id }}
            name={name}
            currency={currency}
            onClose={() => setSetting(false)}
          />
        </Suspense>
      )}
      <ShortList<Channel>
        name="user.channels"
        title={t('rates.channels')}
        columns={channelColumns}
        presets={channelPresets}
        rows={channels.data?.items}
        rowKey={(row) => row.id}
        fault={channels.error}
        onRetry={() => void channels.refetch()}
        emptyText={t('rates.none')}
        {...(role_name === 'customer' && {
          more: <ReplayButton customerId={id} channels={channels.data?.items ?? []} />,
        })}
      />
      {(rates.error !== null || (rates.data && rates.data.items.length > 0)) && (
        <ShortList<Rate>
          name="user.rates"
          title={t('rates.rates')}
          columns={rateColumns}
          presets={ratePresets}
          rows={rates.data?.items}
          rowKey={(row) => row.id}
          fault={rates.error}
          onRetry={() => void rates.refetch()}
        />
      )}
    </>
  );
}

function columnsOfChannels(
  t: TFunction<'users'>,
  common: TFunction<'common'>,
): readonly GridColumn<Channel>[] {
  const c = columnsOf<Channel>();
  const limitsOf = (row: Channel): string => `${display2(row.min_amount)} – ${display2(row.max_amount)}`;
  return [
    c.tag(
      'enabled',
      t('columns.status'),
      ({ enabled }) => ({
        tone: enabled ? 'ok' : 'idle',
        label: enabled ? common('states.enabled') : common('states.notEnabled'),
      }),
      { card: 1 },
    ),
    c.own('channel', t('rates.channel'), {
      width: 180,
      card: 1,
      cell: (row) => (
        <span title={`${row.channel} · ${row.code}`}>
          {row.channel} {row.alias !== null && <small className="mono">{row.alias}</small>}
        </span>
      ),
    }),
    c.text('code', t('rates.code')),
    c.count('weight', t('rates.weight'), { card: 2 }),
    c.own('min_amount', t('rates.limits'), {
      width: 160,
      card: 3,
      isFigure: true,
      holds: limitsOf,
      cell: (row) => <span className="num">{limitsOf(row)}</span>,
    }),
    c.text('currency', t('columns.currency'), { width: 64 }),
  ];
}

function columnsOfRates(t: TFunction<'users'>, userId: string): readonly GridColumn<Rate>[] {
  const c = columnsOf<Rate>();
  return [
    c.own('channel', t('rates.channel'), {
      width: 180,
      card: 1,
      cell: (row) => (
        <>
          {row.channel}{' '}
          {row.customer_id !== null && row.customer_id !== userId && <small>{row.customer_name}</small>}
        </>
      ),
    }),
    ...prices.map((name, index) =>
      c.own(name, t(`rates.${name}`), {
        width: 96,
        card: index < 2 ? 2 : 3,
        isFigure: true,
        holds: (row) => priceOf(row[name]),
        cell: (row) => <span className="num">{priceOf(row[name])}</span>,
      }),
    ),
    c.text('currency', t('columns.currency'), { width: 64 }),
  ];
}

function priceOf(price: Rate['merchant']): string {
  if (price === null) return '–';
  const isFlat = /^[0.]*$/.test(price.per_item);
  return isFlat ? `${price.pct}%` : `${price.pct}% + ${display4(price.per_item)}`;
}
