import { merchantsData, type DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf, tagFrame } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { Instant } from '../../kit/instant.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { businessNow } from '../../lib/clock.ts';
import { merchantNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { showInstant, showShort } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import type { DataDimension } from '../../parts/data/data-columns.tsx';
import { useDataFields } from '../../parts/data/data-fields.ts';
import { DataScreen } from '../../parts/data/data-screen.tsx';
import { Sparkline } from '../../parts/data/sparkline.tsx';
import { usePersonActions } from '../../parts/data/use-person-actions.tsx';
import { userTones } from '../../parts/user/status.tsx';

const volumes = ['orders', 'success', 'successRate', 'actual', 'payouts', 'paidAmount'] as const;
const whole = [...volumes, 'commission', 'balance', 'unsettled', 'frozen'] as const;
const work = ['orders', 'successRate', 'actual', 'paidAmount', 'balance'] as const;
/** A general agent sees what comes through his merchants and what he earns, and not what they hold. */
const below = [...volumes, 'commission'] as const;
const belowWork = ['orders', 'successRate', 'actual', 'paidAmount', 'commission'] as const;
const sorts = [
  '-actual',
  'actual',
  '-orders',
  'orders',
  '-success',
  'success',
  '-paidAmount',
  'paidAmount',
] as const;
const leaving = ['orders', 'paidAmount'] as const;
const personOf = ({ customer }: DataRow) => customer;
const about = (): readonly DataDimension[] => ['customer'];

/** Merchants: what goes through them today, what they hold, how well it goes, and what to look at. */
export function Merchants() {
  const t = useWords('data');
  const statuses = useWords('statuses');
  const may = useMay();
  const isBelow = !may('index.general.get');
  const seesUsers = may('users.list.get');
  const openIn = (row: DataRow) => ({
    key: 'open',
    label: t('acts.open'),
    run: () => {
      location.hash = `#/wrap/users.list?open=${row.customer?.id ?? ''}`;
    },
  });
  const { actionsOf, dialog, mayAct } = usePersonActions(personOf);
  const own = useMemo(() => merchantColumns(t, statuses), [statuses, t]);
  const shared = useDataFields();
  const fields = useMemo(() => {
    const f = fieldsOf<typeof merchantsData>();
    return [
      shared.range,
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
      ...(isBelow ? [] : [shared.agent]),
    ];
  }, [isBelow, shared, t]);
  return (
    <DataScreen<typeof merchantsData>
      endpoint={merchantsData}
      kind="index.customers"
      fields={fields}
      sorts={sorts}
      about={about}
      figures={isBelow ? below : whole}
      work={isBelow ? belowWork : work}
      leaving={leaving}
      own={own}
      {...((seesUsers || mayAct) && {
        actions: (row: DataRow) => [...(seesUsers ? [openIn(row)] : []), ...actionsOf(row)],
      })}
    >
      {dialog}
    </DataScreen>
  );
}

function merchantColumns(t: TFunction<'data'>, s: TFunction<'statuses'>): readonly GridColumn<DataRow>[] {
  const c = columnsOf<DataRow>();
  const none = '–';
  return [
    c.tag(
      'merchant.status',
      t('columns.status'),
      ({ merchant }) => ({
        tone: userTones[merchant?.status ?? 'pending'],
        label: s(`user.${merchant?.status ?? 'pending'}`),
      }),
      { width: 96, card: 1 },
    ),
    c.own('merchant.rates', t('columns.rates'), {
      width: 96,
      cell: ({ merchant }) => {
        const rates = merchant?.rates ?? [];
        const told = rates.map((rate) => (rate === null ? none : `${rate} %`)).join(' · ');
        return <Sparkline rates={rates} label={`${t('columns.rates')}: ${told}`} />;
      },
    }),
    c.own('merchant.alerts', t('columns.alerts'), {
      width: 160,
      least: 72,
      card: 3,
      words: ({ merchant }) => merchant?.alerts.map((one) => t(`alerts.${one}`)).join(' · ') ?? '',
      besideText: tagFrame,
      cell: ({ merchant }) => {
        const told = merchant?.alerts.map((one) => t(`alerts.${one}`)).join(' · ') ?? '';
        return told === '' ? none : <StatusTag tone="attention" label={told} hint={told} />;
      },
    }),
    c.own('merchant.last_order_at', t('columns.lastOrder'), {
      width: 124,
      holds: ({ merchant }, isWhole) => {
        const at = merchant?.last_order_at ?? null;
        return at === null ? none : isWhole ? showInstant(at) : showShort(at, businessNow());
      },
      cell: ({ merchant }) => <Instant at={merchant?.last_order_at ?? null} />,
    }),
  ];
}
