import type { TransferReport } from '@suanpan/contract/endpoints/transfer-files';
import { transferOutcomes } from '@suanpan/domain/transfers/transfer-file';
import type { TransferOutcome } from '@suanpan/domain/transfers/transfer-file';
import { formatLedger } from '@suanpan/money/amount';
import { findOrder } from '../collections.queries.ts';
import type { Collections } from '../service.ts';
import { judgeTold } from './judge-told.ts';
import type { FileLine, ReadFile } from './read-transfer-file.ts';
import { endsOf } from './transfer-files.queries.ts';
import type { FiledAccount, KeptFile, KeptLine, ToldEnd } from './transfer-files.queries.ts';

/** So many lines are told one by one; all of them are counted. */
const linesShown = 500;

interface End {
  readonly outcome: TransferOutcome;
  readonly orderNo: string | null;
}

/** What a file says, line by line, and what became of each; of one that is not taken, what would. */
export async function presentFile(
  collections: Pick<Collections, 'db' | 'channels'>,
  account: FiledAccount,
  name: string,
  file: Pick<KeptFile, 'id' | 'taken_at'> | null,
  read: ReadFile,
): Promise<TransferReport> {
  const { channels, db } = collections;
  const { lines } = read;
  const known = await endsOf(db.app, account.id, file, lines);
  const { account: opened, adapter } = await channels.open(account.id);
  const { feed } = adapter;
  if (feed === undefined) throw new Error(`Account ${account.id} tells nothing`);
  const foresee = async (line: FileLine): Promise<End> => {
    const judged = await judgeTold(db.app, opened, feed, line);
    if (judged.kind === 'nobodys') return { outcome: 'unidentified', orderNo: null };
    if (judged.kind !== 'its') return { outcome: judged.kind, orderNo: null };
    const order = await findOrder(db.app, judged.waiting.order_id);
    const isOpen = order?.status === 'pending' || order?.status === 'expired';
    return { outcome: isOpen ? 'order' : 'feed', orderNo: order?.order_no ?? null };
  };
  const ends: End[] = [];
  for (const line of lines) {
    const told = known.get(line.ref);
    ends.push(told === undefined ? await foresee(line) : endOf(told));
  }
  const counts = Object.fromEntries(
    transferOutcomes.map((each) => [each, ends.filter(({ outcome }) => outcome === each).length]),
  ) as TransferReport['counts'];
  const money = (minor: bigint): string => formatLedger(minor, account.currency);
  return {
    id: file === null ? null : String(file.id),
    channel_account: { id: String(account.id), name: account.name },
    file_name: name,
    encoding: read.encoding,
    currency: account.currency,
    lines: lines.length,
    passed_over: read.passedOver,
    sum: money(lines.reduce((sum, { amount }) => sum + amount, 0n)),
    taken_at: file?.taken_at?.toISOString() ?? null,
    bad: [...read.bad],
    bad_count: read.badCount,
    columns: [...read.columns],
    counts,
    items: lines.slice(0, linesShown).map((line, n) => ({
      line: line.n,
      at: line.at.toISOString(),
      amount: money(line.amount),
      payer: line.payerName,
      last5: line.payerLast5,
      outcome: ends[n]?.outcome ?? 'open',
      order_no: ends[n]?.orderNo ?? null,
    })),
  };
}

function endOf(told: ToldEnd): End {
  const orderNo = told.order_no;
  if (!told.is_first) return { outcome: told.first === 'feed' ? 'feed' : 'known', orderNo };
  if (!told.is_booked) return { outcome: 'open', orderNo };
  if (told.is_receipt) return { outcome: orderNo === null ? 'unidentified' : 'aside', orderNo };
  return { outcome: 'order', orderNo };
}

export const keepLine = (line: FileLine): KeptLine => ({
  n: line.n,
  ref: line.ref,
  destination: line.destination,
  at: line.at.toISOString(),
  amount: String(line.amount),
  payer_name: line.payerName,
  payer_last5: line.payerLast5,
  memo: line.memo,
});

export const openLine = (kept: KeptLine): FileLine => ({
  n: kept.n,
  ref: kept.ref,
  destination: kept.destination,
  at: new Date(kept.at),
  amount: BigInt(kept.amount),
  payerName: kept.payer_name,
  payerLast5: kept.payer_last5,
  memo: kept.memo,
});
