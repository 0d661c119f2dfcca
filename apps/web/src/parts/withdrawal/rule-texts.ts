/** A rule as a person types it: empty is inherited, 0 is no limit. */
export interface RuleTexts {
  readonly min: string;
  readonly max: string;
  readonly daily_amount: string;
  readonly daily_count: string;
  readonly per_card_daily: string;
  readonly card_usage_limit: string;
  readonly window: string;
  readonly holidays_closed: '' | 'yes' | 'no';
  readonly auto_approve_max: string;
  readonly settle_accounts_max: string;
}

interface OpenWindow {
  readonly days: number[];
  readonly from: string;
  readonly to: string;
}

interface RuleValues {
  readonly min: string | null;
  readonly max: string | null;
  readonly daily_amount: string | null;
  readonly daily_count: number | null;
  readonly per_card_daily: string | null;
  readonly card_usage_limit: number | null;
  readonly window: readonly OpenWindow[] | null;
  readonly holidays_closed: boolean | null;
  readonly auto_approve_max: string | null;
  readonly settle_accounts_max: number | null;
}

/** `0.5000` as one types it: `0.5`. */
export const trimmed = (text: string | null): string =>
  text === null ? '' : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
const counted = (value: number | null): string => (value === null ? '' : String(value));

/** Days by their digits, 0 is Sunday: `12345 09:00-18:00`. */
export function windowsToText(windows: readonly OpenWindow[]): string {
  return windows.map(({ days, from, to }) => `${days.join('')} ${from}-${to}`).join('\n');
}

const windowLine = /^([0-6]{1,7})\s+(\d{2}:\d{2})\s*[-–]\s*(\d{2}:\d{2})$/;

/** The windows of a text, one a line; null where a line is none. */
export function windowsOfText(text: string): OpenWindow[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const windows = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, days = '', from = '', to = ''] = windowLine.exec(line) ?? [];
      return { days: [...new Set(days)].map((day) => '0123456'.indexOf(day)), from, to };
    });
  return windows.every(({ from }) => from !== '') ? windows : null;
}

export function textsOfRule(rule: RuleValues): RuleTexts {
  return {
    min: trimmed(rule.min),
    max: trimmed(rule.max),
    daily_amount: trimmed(rule.daily_amount),
    daily_count: counted(rule.daily_count),
    per_card_daily: trimmed(rule.per_card_daily),
    card_usage_limit: counted(rule.card_usage_limit),
    window: rule.window === null ? '' : windowsToText(rule.window),
    holidays_closed: rule.holidays_closed === null ? '' : rule.holidays_closed ? 'yes' : 'no',
    auto_approve_max: trimmed(rule.auto_approve_max),
    settle_accounts_max: counted(rule.settle_accounts_max),
  };
}

const wholeNumber = /^\d{1,7}$/;

/** A count as it was typed; empty and nonsense are null. */
export function countOfText(text: string): number | null {
  const digits = text.trim();
  // Not money: how many.
  return wholeNumber.test(digits) ? Number(digits) : null;
}
