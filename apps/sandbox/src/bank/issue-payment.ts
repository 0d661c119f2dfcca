import { createHmac } from 'node:crypto';
import type { ChargeKind, Payment } from './charge.ts';

/** Banks the sandbox pretends to hold accounts at: code, name, branch. */
const banks = [
  ['004', '臺灣銀行', '營業部'],
  ['006', '合作金庫商業銀行', '城內分行'],
  ['007', '第一商業銀行', '松山分行'],
  ['008', '華南商業銀行', '敦化分行'],
  ['011', '上海商業儲蓄銀行', '忠孝分行'],
  ['012', '台北富邦商業銀行', '仁愛分行'],
  ['013', '國泰世華商業銀行', '館前分行'],
  ['017', '兆豐國際商業銀行', '信義分行'],
  ['808', '玉山商業銀行', '民生分行'],
  ['812', '台新國際商業銀行', '建北分行'],
  ['822', '中國信託商業銀行', '南港分行'],
] as const;

const stores = ['7-ELEVEN ibon', 'FamilyMart FamiPort', 'Hi-Life Life-ET', 'OK mart OK·go'] as const;

/** Digits and choices that look random and are the same for the same seed and words. */
const drawn = (seed: string, words: string): Buffer => createHmac('sha256', seed).update(words).digest();

const digits = (bytes: Buffer, count: number): string =>
  (bytes.readBigUInt64BE(8) % 10n ** BigInt(count)).toString().padStart(count, '0');

/** The bank's own number of a charge. */
export function issueChargeNo(seed: string, merchantNo: string, merchantOrderNo: string): string {
  const bytes = drawn(seed, `charge\n${merchantNo}\n${merchantOrderNo}`);
  return `SB${bytes.toString('hex', 0, 9).toUpperCase()}`;
}

/**
 * What the payer is given. Accounts begin with 99, which no real account of these banks does, and the QR code is
 * an address of the sandbox: nobody can pay real money by mistake. `attempt` draws another number when one is taken.
 */
export function issuePayment(
  kind: ChargeKind,
  order: { seed: string; chargeNo: string; publicBase: string; attempt: number },
): { payment: Payment; accountNo: string | null } {
  const bytes = drawn(order.seed, `payment\n${order.chargeNo}\n${order.attempt}`);
  const payUrl = `${order.publicBase}/pay/${order.chargeNo}`;
  switch (kind) {
    case 'bank_transfer': {
      const [bank_code, bank_name, branch] = banks[bytes.readUInt32BE(0) % banks.length] ?? banks[0];
      const account_no = `99${digits(bytes, 12)}`;
      const holder = '算盤沙盒測試專戶';
      return {
        payment: { type: 'bank_account', bank_code, bank_name, branch, account_no, holder },
        accountNo: account_no,
      };
    }
    case 'cvs': {
      const store = stores[bytes.readUInt32BE(0) % stores.length] ?? stores[0];
      const code = `SBX${digits(bytes, 11)}`;
      return { payment: { type: 'cvs_code', code, store }, accountNo: code };
    }
    case 'qr':
      return { payment: { type: 'qr', content: payUrl }, accountNo: null };
    case 'redirect':
      return { payment: { type: 'redirect', url: payUrl }, accountNo: null };
  }
}
