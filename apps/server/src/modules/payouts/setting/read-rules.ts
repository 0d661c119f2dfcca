import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { velocities } from '@suanpan/contract/endpoints/payout-setting';
import type { updatePayoutSetting } from '@suanpan/contract/endpoints/payout-setting';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { formatLedger, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Locale } from '../../../platform/http/locale.ts';
import { columnOf, everyPayout, velocityNames } from './setting.present.ts';
import type { Rules } from './setting.queries.ts';

type Asked = ParsedInputOf<typeof updatePayoutSetting>;

const fieldRefusal = (field: string, says: string): Refusal =>
  new Refusal('invalidFields', { fields: { [field]: [says] } });

/** The rules that were filled in. Refuses an amount that is none, a maximum below the minimum, and a velocity that there is not. */
export function readRules(locale: Locale, asked: Asked): Rules {
  const { currency } = asked;
  const amount = (field: string, text: string | null): bigint | null => {
    if (text === null) return null;
    const amount = readAmount(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency);
    if (amount === null) throw fieldRefusal(field, translate(locale, 'common.validation.amount'));
    return amount;
  };
  const min = amount('min', asked.min);
  const max = amount('max', asked.max);
  if (min !== null && max !== null && max > 0n && min > max) {
    throw fieldRefusal(
      'max',
      translate(locale, 'common.validation.min', { min: formatLedger(min, currency) }),
    );
  }
  return {
    min_amount: min,
    max_amount: max,
    daily_amount: amount('daily_amount', asked.daily_amount),
    daily_count: asked.daily_count,
    card_daily_amount: amount('card_daily_amount', asked.card_daily_amount),
    card_daily_count: asked.card_daily_count,
    manual_from: manualFrom(asked, amount('manual_from', asked.manual_from)),
    ...velocityOf(locale, asked, (text) => amount('velocity', text)),
  };
}

function manualFrom({ dispatch }: Asked, from: bigint | null): bigint | null {
  if (dispatch === 'manual') return everyPayout;
  return dispatch === 'auto' ? (from ?? 0n) : from;
}

type Velocity = Pick<Rules, (typeof columnOf)[keyof typeof velocities]>;

function velocityOf(
  locale: Locale,
  { velocity }: Asked,
  amount: (text: string | null) => bigint | null,
): Velocity {
  const known = velocityNames.map((name) => ({ name, ...velocities[name] }));
  for (const each of velocity) {
    if (!known.some(({ by, per }) => by === each.by && per === each.per)) {
      throw fieldRefusal('velocity', translate(locale, 'common.validation.choice'));
    }
  }
  return Object.fromEntries(
    known.map(({ by, name, per, sets }) => {
      const said = velocity.find((each) => each.by === by && each.per === per);
      const value = sets === 'amount' ? amount(said?.amount ?? null) : (said?.[sets] ?? null);
      return [columnOf[name], value];
    }),
  ) as unknown as Velocity;
}

/** What nobody but the platform may set: 0 is no limit and therefore the loosest. Refuses the first field that is looser. */
export function refuseLooser(locale: Locale, rules: Rules, house: Rules, currency: Currency): void {
  for (const [name, column] of Object.entries(columnOf)) {
    const [own, most] = [rules[column], house[column]];
    if (own === null || most === null) continue;
    const [value, bound] = [BigInt(own), BigInt(most)];
    const isLooser = column === 'min_amount' ? value < bound : bound > 0n && (value === 0n || value > bound);
    if (!isLooser) continue;
    const says = typeof most === 'bigint' ? formatLedger(most, currency) : String(most);
    throw fieldRefusal(
      name,
      column === 'min_amount'
        ? translate(locale, 'common.validation.min', { min: says })
        : translate(locale, 'common.validation.max', { max: says }),
    );
  }
}
