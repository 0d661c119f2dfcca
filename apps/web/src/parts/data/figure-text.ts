import { figures, isShownExactly, type FigureName } from '@suanpan/domain/reports/figures';
import { display2, display4, displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';

export type FigureValue = string | number | null | undefined;

/** A figure as it is read: an amount cut to two decimals or four, a rate in percent, a time in minutes and seconds. */
export function figureText(t: TFunction<'data'>, name: FigureName, value: FigureValue): string {
  if (value === null || value === undefined) return '–';
  switch (figures[name].kind) {
    case 'money':
      return isShownExactly(name) ? display4(String(value)) : display2(String(value));
    case 'rate':
      return `${value} %`;
    case 'exchangeRate':
      return String(value);
    case 'seconds': {
      // Not money: a time.
      const whole = Number(value);
      const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
      return minutes === 0 ? t('states.seconds', { seconds }) : t('states.minutes', { minutes, seconds });
    }
    case 'count':
      return displayCount(Number(value));
  }
}
