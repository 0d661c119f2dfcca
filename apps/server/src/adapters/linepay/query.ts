import { formatWhole, parseAmount } from '@suanpan/money/amount';
import type { ChannelAccount, Exchange, KnownCollection, QueryAnswer } from '../../modules/channels/port.ts';
import { call } from './call.ts';
import { answer, details } from './wire.ts';
import type { Payment } from './wire.ts';

/** LINE Pay asks to be waited for so long: the payer's bank may take its time. */
const confirmTimeoutMs = 45_000;
const noSuchPayment = '1150';

const unknown = (reason: string): QueryAnswer => ({ outcome: 'unknown', reason });

/**
 * Asks what became of an order. One that its payer has agreed to is confirmed, for the sum that was ordered and no other, and as
 * long as the order waits: of one that is over nobody is charged, and what he agreed to lapses. The payment itself is then read
 * as any other.
 */
export async function queryPayment(
  account: ChannelAccount,
  orderNo: string,
  exchange: Exchange,
  known?: KnownCollection,
): Promise<QueryAnswer> {
  const transactionId = known?.providerOrderNo ?? null;
  if (known === undefined || transactionId === null)
    return readPayment(account, exchange, { orderId: orderNo });
  if (!/^\d{1,25}$/.test(transactionId)) return unknown('no number of a transaction');
  const asked = await call(account, exchange, {
    operation: 'query',
    path: `/v3/payments/requests/${transactionId}/check`,
  });
  const code = codeOf(asked);
  const notYet = { orderNo, providerOrderNo: transactionId, amount: known.amount, paidAmount: 0n } as const;
  const open = { ...notYet, currency: 'TWD', paidAt: null, simulated: false } as const;
  if (code === '0000') return { outcome: 'found', state: { ...open, status: 'pending' } };
  if (code === '0121' || code === '0122') return { outcome: 'found', state: { ...open, status: 'failed' } };
  if (code === noSuchPayment) return { outcome: 'notFound' };
  if (code === '0110' && !known.isOpen) return { outcome: 'found', state: { ...open, status: 'pending' } };
  if (code === '0110') {
    const confirmed = await confirm(account, exchange, transactionId, known.amount);
    if (confirmed !== '0000') return unknown(`confirm ${confirmed}`);
  } else if (code !== '0123') return unknown(`check ${code}`);
  return readPayment(account, exchange, { transactionId });
}

async function confirm(
  account: ChannelAccount,
  exchange: Exchange,
  transactionId: string,
  amount: bigint,
): Promise<string> {
  return codeOf(
    await call(account, exchange, {
      operation: 'confirm',
      path: `/v3/payments/${transactionId}/confirm`,
      body: `{"amount":${formatWhole(amount, 'TWD')},"currency":"TWD"}`,
      timeoutMs: confirmTimeoutMs,
    }),
  );
}

async function readPayment(
  account: ChannelAccount,
  exchange: Exchange,
  by: { readonly orderId: string } | { readonly transactionId: string },
): Promise<QueryAnswer> {
  const query = new URLSearchParams(by).toString();
  const told = await call(account, exchange, { operation: 'query', path: '/v3/payments', query });
  if (codeOf(told) === noSuchPayment) return { outcome: 'notFound' };
  const parsed = details.safeParse(told.json);
  if (told.status !== 200 || !parsed.success) return unknown('unreadable answer');
  const [payment, ...others] = parsed.data.info;
  if (payment === undefined || others.length > 0) return unknown('more than one payment');
  if ('transactionId' in by && payment.transactionId !== by.transactionId) return unknown('another payment');
  return stateOf(payment);
}

/** The code of an answer over a sound connection. */
function codeOf({ json, status }: { readonly status: number; readonly json: unknown }): string {
  return status === 200 ? (answer.safeParse(json).data?.returnCode ?? 'unreadable') : `HTTP ${status}`;
}

function stateOf({
  currency,
  orderId,
  payInfo,
  payStatus,
  refundList = [],
  ...payment
}: Payment): QueryAnswer {
  if (currency !== 'TWD') return unknown('another currency');
  const paid = payInfo.reduce((sum, { amount }) => sum + parseAmount(String(amount), 'TWD'), 0n);
  const givenBack = refundList.reduce(
    (sum, { refundAmount }) => sum + parseAmount(String(refundAmount).replace(/^-/, ''), 'TWD'),
    0n,
  );
  const isVoid = payStatus !== undefined && payStatus !== 'CAPTURE';
  const isGivenBack = givenBack > 0n && givenBack >= paid;
  const ended = payStatus === 'AUTHORIZATION' ? 'pending' : 'failed';
  return {
    outcome: 'found',
    state: {
      orderNo: orderId,
      providerOrderNo: payment.transactionId,
      status: isVoid ? ended : isGivenBack ? 'reversed' : 'paid',
      amount: paid,
      paidAmount: isVoid ? 0n : paid,
      currency: 'TWD',
      paidAt: payment.transactionDate === undefined ? null : new Date(payment.transactionDate),
      simulated: false,
    },
  };
}
