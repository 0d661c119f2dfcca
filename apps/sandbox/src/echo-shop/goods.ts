import type { Language } from '../pages/language.ts';

/** Something to buy. Prices are whole hundreds, so that the last two digits of a total stay free for the bank's course. */
export interface Good {
  readonly code: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly price: bigint;
}

const good = (code: string, price: bigint, tw: string, cn: string, en: string): Good => ({
  code,
  name: { 'zh-TW': tw, 'zh-CN': cn, en },
  price,
});

export const goods: readonly Good[] = [
  good('tea', 300n, '高山烏龍茶', '高山乌龙茶', 'Oolong tea'),
  good('beads', 600n, '十三檔算盤', '十三档算盘', 'Abacus, 13 rods'),
  good('lamp', 1200n, '閱讀檯燈', '阅读台灯', 'Reading lamp'),
  good('notebook', 200n, '方格筆記本', '方格笔记本', 'Squared notebook'),
];

/** What waits for a payer at the bank's page: no scenario of the bank has this code. */
export const byHand = '50';
