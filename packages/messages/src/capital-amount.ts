import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/** Which of both writings: that of Taiwan, or that of the mainland. */
export type HanScript = 'traditional' | 'simplified';

interface Words {
  readonly digits: string;
  /** Ten, hundred and thousand. */
  readonly tens: readonly string[];
  /** Ten thousand, a hundred million, and the same once more. */
  readonly groups: readonly string[];
  readonly names: Readonly<Record<Currency, string>>;
  readonly unit: string;
  readonly point: string;
}

const words: Readonly<Record<HanScript, Words>> = {
  traditional: {
    digits: '零壹貳參肆伍陸柒捌玖',
    tens: ['', '拾', '佰', '仟'],
    groups: ['', '萬', '億', '兆'],
    names: { TWD: '新臺幣', CNY: '人民幣', USD: '美元', USDT: '泰達幣' },
    unit: '元',
    point: '點',
  },
  simplified: {
    digits: '零壹贰叁肆伍陆柒捌玖',
    tens: ['', '拾', '佰', '仟'],
    groups: ['', '万', '亿', '兆'],
    names: { TWD: '新台币', CNY: '人民币', USD: '美元', USDT: '泰达币' },
    unit: '元',
    point: '点',
  },
};

/**
 * An amount in the capital figures of Chinese banks, which nobody alters by a stroke: `新臺幣壹萬貳仟參佰元伍角整`. Minor units at
 * ledger scale, none below zero. What is smaller than a hundredth is read out figure by figure behind a point.
 */
export function capitalAmount(minor: bigint, currency: Currency, script: HanScript): string {
  if (minor < 0n) throw new RangeError('An amount below zero is not written in capitals');
  const say = words[script];
  const [whole = '', fraction = ''] = formatLedger(minor, currency).split('.');
  const amount = wholeNumber(whole, say);
  const cents = fraction.slice(0, 2);
  const isFine = /[1-9]/.test(fraction.slice(2));
  const name = say.names[currency];
  if (isFine) {
    const read = [...fraction.replace(/0+$/, '')].map((digit) => digitOf(digit, say)).join('');
    return `${name}${amount}${say.point}${read}${say.unit}`;
  }
  if (cents === '00') return `${name}${amount}${say.unit}整`;
  const [tenth = '0', hundredth = '0'] = cents;
  const isBare = whole === '0';
  return [
    name,
    isBare ? '' : `${amount}${say.unit}`,
    tenth === '0' ? (isBare ? '' : digitOf('0', say)) : `${digitOf(tenth, say)}角`,
    hundredth === '0' ? '整' : `${digitOf(hundredth, say)}分`,
  ].join('');
}

const digitOf = (digit: string, { digits }: Words): string => digits['0123456789'.indexOf(digit)] ?? '';

/** Groups of four digits, each with its name; one zero stands for every gap between figures that are there. */
function wholeNumber(whole: string, say: Words): string {
  const digits = whole.replace(/^0+/, '');
  if (digits === '') return digitOf('0', say);
  if (digits.length > say.groups.length * 4) throw new RangeError(`${digits} is too much to be written`);
  let text = '';
  let isGap = false;
  for (const [index, digit] of [...digits].entries()) {
    const place = digits.length - 1 - index;
    if (digit === '0') isGap = true;
    else {
      text += `${isGap ? digitOf('0', say) : ''}${digitOf(digit, say)}${say.tens[place % 4] ?? ''}`;
      isGap = false;
    }
    const group = digits.slice(Math.max(0, index - 3), index + 1);
    if (place % 4 === 0 && /[1-9]/.test(group)) text += say.groups[place / 4] ?? '';
  }
  return text;
}
