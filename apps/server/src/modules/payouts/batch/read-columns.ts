import { batchColumns } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchColumn } from '@suanpan/contract/endpoints/payout-batches';
import { Refusal } from '@suanpan/domain/errors';
import { foldName } from '@suanpan/domain/names/fold-name';
import { locales, type Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { SheetRow } from '../../../platform/sheets/sheet.ts';

/** Without these a payout cannot be told. */
const needed = ['bank_code', 'account_name', 'card_no', 'amount'] as const satisfies readonly BatchColumn[];

/** What files of payouts call them that banks and other systems hand out. */
const alsoCalled: Readonly<Record<BatchColumn, readonly string[]>> = {
  bank_code: [
    '銀行代碼',
    '銀行代號',
    '銀行名稱',
    '收款銀行',
    '银行代码',
    '银行名称',
    '收款银行',
    '开户银行',
    'Bank code',
    'Bank name',
  ],
  account_name: ['收款人', '收款人姓名', '姓名', '戶主', '账户名', '户主', 'Payee', 'Beneficiary', 'Name'],
  card_no: [
    '帳號',
    '銀行帳號',
    '收款帳號',
    '銀行卡號',
    '账号',
    '银行账号',
    '收款账号',
    '银行卡号',
    'Account',
    'Account no.',
    'Account number',
  ],
  amount: ['付款金額', '代付金額', '付款金额', '代付金额'],
  branch: ['分行名稱', '支行', '分行名称', '开户支行'],
  memo: ['備註', '摘要', '备注', 'Note', 'Remark'],
  order_no: ['訂單編號', '商戶訂單號', '订单编号', '商户订单号', 'Order number', 'Merchant order no.'],
};

/** Every name that a column has: its field's, its title in each of our languages, and what others call it. */
const columnOf: ReadonlyMap<string, BatchColumn> = new Map(
  batchColumns.flatMap((column) => [
    [foldName(column), column] as const,
    ...locales.map(
      (locale) => [foldName(translate(locale, `payment.batch.columns.${column}`)), column] as const,
    ),
    ...alsoCalled[column].map((name) => [foldName(name), column] as const),
  ]),
);

/**
 * Where each column stands in a file, by its first row, in whatever language and order. Refuses `batchColumnsMissing` with those
 * that are not there.
 */
export function readColumns(locale: Locale, header: SheetRow): ReadonlyMap<BatchColumn, number> {
  const places = new Map<BatchColumn, number>();
  for (const [place, { text }] of header.cells.entries()) {
    const column = columnOf.get(foldName(text));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  }
  const missing = needed.filter((column) => !places.has(column));
  if (missing.length === 0) return places;
  const titles = missing.map((column) => translate(locale, `payment.batch.columns.${column}`));
  throw new Refusal('batchColumnsMissing', {
    params: { columns: new Intl.ListFormat(locale).format(titles) },
  });
}
