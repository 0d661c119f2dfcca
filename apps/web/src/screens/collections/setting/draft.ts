import type { CollectionSetting } from '@suanpan/contract/endpoints/collection-setting';

/** What stands in the form: an empty field takes over the rule above. */
export interface SettingDraft {
  readonly expires: string;
  readonly minutes: string;
  readonly count: string;
  readonly tolerance: string;
  readonly late: '' | 'credit' | 'abnormal';
  readonly delays: string;
  readonly hold: '' | 'yes' | 'no';
  readonly ring: '' | 'yes' | 'no';
}

const said = (value: boolean | null): SettingDraft['hold'] => (value === null ? '' : value ? 'yes' : 'no');
const shown = (value: number | null): string => (value === null ? '' : String(value));

/** A sum as a person types it: no zeros after what counts. */
export const plainAmount = (amount: string): string => amount.replace(/\.?0+$/, '');

export function draftOf(setting: CollectionSetting): SettingDraft {
  const { callback, expires_in_s, late_payment, ring_new_orders, same_name, tolerance } = setting;
  const late = late_payment.own;
  return {
    expires: shown(expires_in_s.own),
    minutes: shown(same_name.minutes.own),
    count: shown(same_name.count.own),
    tolerance: tolerance.own === null ? '' : plainAmount(tolerance.own),
    late: late === 'credit' || late === 'abnormal' ? late : '',
    delays: callback.delays_s.own?.join(', ') ?? '',
    hold: said(callback.hold_after_8h.own),
    ring: said(ring_new_orders.own),
  };
}

// Not money: seconds, minutes and how many.
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

export function numbersOf(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  // Not money: seconds.
  return parts.length === 0 ? null : parts.map(Number);
}

export const truthOf = (text: SettingDraft['hold']): boolean | null => (text === '' ? null : text === 'yes');
