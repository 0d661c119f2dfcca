import type { Drill } from '@suanpan/contract/drill';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { display2, displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Tile } from '../../../kit/stat-tiles.tsx';
import { showInstant } from '../../../lib/platform-time.ts';
import { DrillLink } from '../../../parts/drill-link.tsx';
import type { DashboardAnswer } from './dashboard-answer.ts';

/** Change of a count in percent with one decimal; null where there is nothing to compare with. */
function changeOf(now: number, before: number): { text: string; isGood: boolean | null } | null {
  if (before === 0) return null;
  const tenths = Math.round(((now - before) / before) * 1_000);
  const text = `${tenths > 0 ? '+' : ''}${(tenths / 10).toFixed(1)} %`;
  return { text, isGood: tenths === 0 ? null : tenths > 0 };
}

/** Orders with an outcome; those still open say nothing yet. */
interface Decided {
  readonly success_count: number;
  readonly failed_count: number;
}

/** The rate of specification and lists, or a dash where nothing is decided. */
export function rateText({ success_count, failed_count }: Decided): string {
  const rate = successRate(BigInt(success_count), BigInt(failed_count));
  return rate === null ? '–' : `${rate} %`;
}

/** A line ends between the parts of a note, not inside one of them. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** What yesterday had come to by the end of this hour; a part of today is not held against a whole day. */
function yesterdayByNow({ days, hours, yesterday }: DashboardAnswer): number {
  const day = days.at(-1)?.day ?? '';
  const later = hours.filter((hour) => showInstant(hour.at).slice(0, 10) < day);
  return later.reduce((left, hour) => left - hour.count, yesterday.count);
}

/** The figures of specification §1 for the dashboard, each with what it has to be read against. */
export function dashboardTiles(
  t: TFunction<'dashboard'>,
  formula: string,
  data: DashboardAnswer | undefined,
): readonly Tile[] {
  if (!data) {
    const keys = ['balance', 'frozen', 'channelFee', 'dealsToday', 'dealsYesterday', 'successRate'] as const;
    return keys.map((key) => ({ key, label: t(key), value: '0' }));
  }
  const { today, yesterday, currency, drill } = data;
  const before = yesterdayByNow(data);
  const led = (to: Drill | undefined, hint: string, text: string): ReactNode => (
    <DrillLink to={to} hint={hint}>
      {text}
    </DrillLink>
  );
  const change = changeOf(today.count, before);
  return [
    {
      key: 'balance',
      hint: t('hints.balance'),
      label: t('balance'),
      unit: currency,
      value: led(drill['balance'], t('hints.balance'), display2(data.balance)),
      note: `${t('totalBalance')} ${display2(data.total_balance)}`,
    },
    {
      key: 'frozen',
      hint: t('hints.frozen'),
      label: t('frozen'),
      unit: currency,
      value: led(drill['frozen_amount'], t('hints.frozen'), display2(data.frozen_amount)),
      note: `${t('unsettled')} ${display2(data.unsettlement_amount)}`,
    },
    {
      key: 'channelFee',
      hint: t(`hints.${data.channel_fee_of}`),
      label: t('channelFee'),
      unit: currency,
      value: led(drill['channel_fee'], t(`hints.${data.channel_fee_of}`), display2(data.channel_fee)),
      note: t(`channelFeeNotes.${data.channel_fee_of}`),
    },
    {
      key: 'dealsToday',
      hint: t('hints.dealsToday', { count: before }),
      label: t('dealsToday'),
      value: led(today.drill['count'], t('hints.dealsToday', { count: before }), displayCount(today.count)),
      note: led(today.drill['amount'], t('paid'), `${currency} ${display2(today.amount)}`),
      trend: data.hours.map((hour) => hour.count),
      ...(change ? { change } : {}),
    },
    {
      key: 'dealsYesterday',
      hint: t('hints.dealsYesterday'),
      label: t('dealsYesterday'),
      value: led(yesterday.drill['count'], t('hints.dealsYesterday'), displayCount(yesterday.count)),
      note: led(yesterday.drill['amount'], t('paid'), `${currency} ${display2(yesterday.amount)}`),
      trend: data.days.map((day) => day.count),
    },
    {
      key: 'successRate',
      hint: formula,
      label: t('successRate'),
      value: rateText(today),
      // Where yesterday has no room beside today it takes the line below, and no sign is left behind.
      note: (
        <>
          <span>
            {led(
              today.drill['success_count'],
              t('dealsToday'),
              unbroken(t('successCount', { count: today.success_count })),
            )}
            {unbroken(' · ')}
            {led(
              today.drill['failed_count'],
              t('dealsToday'),
              unbroken(t('failureCount', { count: today.failed_count })),
            )}
          </span>
          <span>{unbroken(t('rateYesterday', { rate: rateText(yesterday) }))}</span>
        </>
      ),
      // An hour in which nothing was decided says nothing: it is left out.
      trend: data.hours.flatMap(({ success_count, failed_count }) =>
        success_count + failed_count === 0 ? [] : [success_count / (success_count + failed_count)],
      ),
    },
  ];
}
