import type { TFunction } from 'i18next';
import { businessNow } from '../../lib/clock.ts';

/** How long it has waited, or how long it still may. */
export function shownAge(
  t: TFunction<'approvals'>,
  from: string,
  to = new Date(businessNow()).toISOString(),
): string {
  // Not money: minutes.
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  return minutes < 60
    ? t('age.minutes', { count: minutes })
    : t('age.hours', { count: Math.floor(minutes / 60) });
}
