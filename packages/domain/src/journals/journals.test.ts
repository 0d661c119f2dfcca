import { parseExchangeRate } from '@suanpan/money/exchange';
import { parseAmount } from '@suanpan/money/amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleTerms } from '../fees/example-terms.ts';
import { splitCollection } from '../fees/split.ts';
import type { CollectionTerms } from '../fees/split.ts';
import { balanceAdjust } from './balance-adjust.ts';
import { balanceFreeze, balanceUnfreeze } from './balance-freeze.ts';
import { channelPrefund } from './channel-prefund.ts';
import { channelSettle } from './channel-settle.ts';
import { collectionChargeBack } from './collection-charge-back.ts';
import { collectionChargeBackWon } from './collection-charge-back-won.ts';
import {
  collectionRefundDone,
  collectionRefundFailed,
  collectionRefundPartDone,
  collectionRefundPrepare,
  refundMix,
} from './collection-refund.ts';
import { collectionExchange } from './collection-exchange.ts';
import { collectionRelease } from './collection-release.ts';
import { collectionSettle } from './collection-settle.ts';
import { collectionSupply } from './collection-supply.ts';
import { depositCredit } from './deposit-credit.ts';
import { feeIncomeTransfer } from './fee-income-transfer.ts';
import { incomeDraw } from './income-draw.ts';
import { incomeExchange } from './income-exchange.ts';
import type { HousePosition } from './income-exchange.ts';
import { journalText } from './journal-text.ts';
import { draft, sumOf } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { receivableRepay } from './receivable-repay.ts';
import { receiptArrive } from './receipt-arrive.ts';
import { receiptRestore, receiptSendBack } from './receipt-end.ts';
import { reconciliationWriteOff } from './reconciliation-write-off.ts';
import { settleableEdit } from './settleable-edit.ts';
import { systemFeeCollect } from './system-fee-collect.ts';
import { unsettledShares } from './unsettled-shares.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const j1 = splitCollection(twd('10000'), exampleTerms);

/** The journal must read exactly as the table, leg by leg. */
function expectTable(journal: JournalDraft, table: string) {
  const lines = table.trim().split('\n');
  expect(journalText(journal, 'TWD').split('\n')).toEqual(
    lines.map((line) => line.trim().replace(/\s+/g, ' ')),
  );
}

describe('J1 a collection is settled', () => {
  test('T1, system fee in real time', () => {
    expectTable(
      collectionSettle(j1, { settleMode: 'deferred', systemFeeMode: 'realtime' }),
      `
      Dr A100      10000.00
      Cr L210[M]    9715.00
      Cr L260        152.00
      Cr L210[GA]     30.00
      Cr L210[MM]     10.00
      Cr L210[SA]     93.00
      Dr A120[SA]     20.00
      Cr R400         20.00
      Dr L210[SA]     20.00
      Cr A120[SA]     20.00`,
    );
  });

  test('periodic mode leaves the system fee receivable', () => {
    expectTable(
      collectionSettle(j1, { settleMode: 'deferred', systemFeeMode: 'periodic' }),
      `
      Dr A100      10000.00
      Cr L210[M]    9715.00
      Cr L260        152.00
      Cr L210[GA]     30.00
      Cr L210[MM]     10.00
      Cr L210[SA]     93.00
      Dr A120[SA]     20.00
      Cr R400         20.00`,
    );
  });

  test('D0 posts the same amounts in the same order to the spendable accounts', () => {
    const deferred = collectionSettle(j1, { settleMode: 'deferred', systemFeeMode: 'realtime' });
    const immediate = collectionSettle(j1, { settleMode: 'immediate', systemFeeMode: 'realtime' });
    expect(immediate.legs.map((leg) => leg.amount)).toEqual(deferred.legs.map((leg) => leg.amount));
    expect(immediate.legs.map((leg) => leg.kind)).toEqual([
      'A100',
      'L200',
      'L260',
      'L240',
      'L240',
      'L240',
      'A120',
      'R400',
      'L240',
      'A120',
    ]);
  });

  test('with payout from unsettled the merchant leg goes to L202', () => {
    const options = { settleMode: 'deferred', systemFeeMode: 'realtime', payoutFromUnsettled: true } as const;
    expect(journalText(collectionSettle(j1, options), 'TWD')).toContain('Cr L202[M] 9715.00');
  });

  test('J4: 333.33 keeps every decimal of the ledger', () => {
    const split = splitCollection(twd('333.33'), exampleTerms);
    expectTable(
      collectionSettle(split, { settleMode: 'deferred', systemFeeMode: 'periodic' }),
      `
      Dr A100       333.33
      Cr L210[M]    318.9968
      Cr L260         7.00
      Cr L210[GA]     1.00
      Cr L210[MM]     0.3333
      Cr L210[SA]     5.9999
      Dr A120[SA]     0.6667
      Cr R400         0.6667`,
    );
  });

  test('a net below zero goes to fee income at once as a claw-back, never to unsettled', () => {
    const cheap = { ...exampleTerms, merchant: { pct: exampleTerms.endpoint.pct, perItem: 0n } };
    const journal = collectionSettle(splitCollection(twd('10000'), cheap), {
      settleMode: 'deferred',
      systemFeeMode: 'realtime',
    });
    expect(journal.clawsBack).toBe(true);
    expectTable(
      journal,
      `
      Dr A100      10000.00
      Cr L210[M]    9850.00
      Cr L260        152.00
      Cr L210[GA]     30.00
      Cr L210[MM]     10.00
      Dr L240[SA]     42.00
      Dr A120[SA]     20.00
      Cr R400         20.00
      Dr L240[SA]     20.00
      Cr A120[SA]     20.00`,
    );
  });
});

test('J1b periodic: the monthly collection takes what fee income covers and leaves the rest', () => {
  expectTable(systemFeeCollect(twd('93'), twd('20')), 'Dr L240[SA] 20.00\nCr A120[SA] 20.00');
  expectTable(systemFeeCollect(twd('15'), twd('20')), 'Dr L240[SA] 15.00\nCr A120[SA] 15.00');
  expect(systemFeeCollect(-twd('5'), twd('20')).legs).toEqual([]);
});

describe('J2 release', () => {
  test('whole legs leave L210', () => {
    expectTable(
      collectionRelease(unsettledShares(j1, 'realtime')),
      `
      Dr L210[M]    9715.00
      Cr L200[M]    9715.00
      Dr L210[GA]     30.00
      Cr L240[GA]     30.00
      Dr L210[MM]     10.00
      Cr L240[MM]     10.00
      Dr L210[SA]     73.00
      Cr L240[SA]     73.00`,
    );
    expect(unsettledShares(j1, 'periodic').agent).toBe(twd('93'));
  });

  test.each([
    ['9715', '9715.00'],
    ['20000', '9715.00'],
    ['4000', '4000.00'],
  ])('of a leg in L202 with %s spendable, %s moves', (spendable, moved) => {
    const journal = collectionRelease(unsettledShares(j1, 'realtime'), { earlySpendable: twd(spendable) });
    expect(journalText(journal, 'TWD')).toContain(`Dr L202[M] ${moved}\nCr L200[M] ${moved}`);
  });

  test('a leg in L202 that payouts have used up moves nothing', () => {
    const journal = collectionRelease(unsettledShares(j1, 'realtime'), { earlySpendable: -1n });
    expect(journalText(journal, 'TWD')).not.toContain('[M]');
  });
});

describe('J3 forced supply of 9,900 for an order of 10,000', () => {
  const supply = (source: Parameters<typeof collectionSupply>[2]) =>
    collectionSupply(twd('9900'), exampleTerms, source, {
      settleMode: 'deferred',
      systemFeeMode: 'periodic',
    });

  test('from the provider', () => {
    const { split, journal } = supply('provider');
    expect([split.merchantFee, split.systemFee]).toEqual([twd('282.2'), twd('19.8')]);
    expectTable(
      journal,
      `
      Dr A100       9900.00
      Cr L210[M]    9617.80
      Cr L260        150.50
      Cr L210[GA]     29.70
      Cr L210[MM]      9.90
      Cr L210[SA]     92.10
      Dr A120[SA]     19.80
      Cr R400         19.80`,
    );
  });

  test('from a matched receipt it debits L250 and keeps the end-point cost (J16, claimed)', () => {
    const text = journalText(supply('receipt').journal, 'TWD');
    expect(text).toMatch(/^Dr L250 9900\.00\n/);
    expect(text).toContain('Cr L260 150.50');
  });

  test.each([
    ['agent', 'Dr L200[SA] 9900.00'],
    ['goodwill', 'Dr E510 9900.00'],
  ] as const)(
    'from %s there is no end-point leg and its share stays with the senior agent',
    (source, first) => {
      const { journal } = supply(source);
      const text = journalText(journal, 'TWD');
      expect(text.split('\n')[0]).toBe(first);
      expect(text).not.toContain('L260');
      expect(text).toContain('Cr L210[SA] 242.60');
      expect(journal.clawsBack).toBe(false);
    },
  );

  test('nothing is supplied for nothing', () => {
    expect(() =>
      collectionSupply(0n, exampleTerms, 'goodwill', { settleMode: 'immediate', systemFeeMode: 'realtime' }),
    ).toThrow();
  });
});

describe('J10 to J13, J15, J16', () => {
  test('J10 goodwill and agent-made change, with their mirrors', () => {
    expectTable(balanceAdjust(twd('500'), 'goodwill'), 'Dr E510 500.00\nCr L200[M] 500.00');
    expectTable(balanceAdjust(twd('500'), 'agentBalance'), 'Dr L200[SA] 500.00\nCr L200[M] 500.00');
    expectTable(balanceAdjust(-twd('500'), 'goodwill'), 'Cr E510 500.00\nDr L200[M] 500.00');
    expectTable(balanceAdjust(-twd('500'), 'agentBalance'), 'Cr L200[SA] 500.00\nDr L200[M] 500.00');
  });

  test('J11 deposit 50,000 at 0.5 %', () => {
    expectTable(
      depositCredit(twd('50000'), twd('250')),
      'Dr A110 50000.00\nCr L201[M] 49750.00\nCr R410 250.00',
    );
    expectTable(
      depositCredit(twd('50000'), twd('250'), twd('9000')),
      'Dr A110 50000.00\nCr L201[M] 40750.00\nCr A130[M] 9000.00\nCr R410 250.00',
    );
    expectTable(
      depositCredit(twd('50'), twd('5'), twd('9000')),
      'Dr A110 50.00\nCr A130[M] 45.00\nCr R410 5.00',
    );
  });

  test('J12 freeze and unfreeze, of money and of an order', () => {
    expectTable(balanceFreeze({ L200: twd('1200') }), 'Dr L200[M] 1200.00\nCr L220[M] 1200.00');
    expectTable(balanceUnfreeze({ L200: twd('1200') }), 'Dr L220[M] 1200.00\nCr L200[M] 1200.00');
    expectTable(
      balanceUnfreeze({ L210: twd('9715') }, { settled: true }),
      'Dr L220[M] 9715.00\nCr L200[M] 9715.00',
    );
  });

  test('J13 edit settleable, both ways, and whole orders from unsettled', () => {
    expectTable(settleableEdit(twd('2000'), 'L201'), 'Dr L201[M] 2000.00\nCr L200[M] 2000.00');
    expectTable(settleableEdit(-twd('2000'), 'L201'), 'Cr L201[M] 2000.00\nDr L200[M] 2000.00');
    expectTable(settleableEdit(twd('9715'), 'L210'), 'Dr L210[M] 9715.00\nCr L200[M] 9715.00');
    expect(() => settleableEdit(-1n, 'L210')).toThrow();
  });

  test('J15 fee income to balance', () => {
    expectTable(feeIncomeTransfer(twd('73'), 'agent'), 'Dr L240[SA] 73.00\nCr L200[SA] 73.00');
  });

  test('J16 an unidentified transfer', () => {
    expectTable(receiptArrive(twd('3000')), 'Dr A100 3000.00\nCr L250 3000.00');
  });

  test('J22 a receipt goes back to its payer, or to whoever had paid for its order', () => {
    expectTable(receiptSendBack(twd('3000')), 'Dr L250 3000.00\nCr A100 3000.00');
    expectTable(receiptRestore(twd('3000'), 'agent'), 'Dr L250 3000.00\nCr L200[SA] 3000.00');
    expectTable(receiptRestore(twd('3000'), 'goodwill'), 'Dr L250 3000.00\nCr E510 3000.00');
  });
});

test('J17 a provider settles net: what it kept is its price', () => {
  expectTable(
    channelSettle(twd('9848'), twd('152')),
    `
    Dr A110   9848.00
    Dr L260    152.00
    Cr A100  10000.00`,
  );
  expect(() => channelSettle(0n, 0n)).toThrow();
  expect(() => channelSettle(-1n, 2n)).toThrow();
});

test('a difference to a statement is borne by the platform, whichever way it goes', () => {
  expectTable(reconciliationWriteOff('A100', twd('10')), 'Dr A100 10.00\nCr E510 10.00');
  expectTable(reconciliationWriteOff('A100', -twd('10')), 'Dr E510 10.00\nCr A100 10.00');
  expectTable(reconciliationWriteOff('L260', twd('2')), 'Dr E510 2.00\nCr L260 2.00');
  expectTable(reconciliationWriteOff('L260', -twd('2')), 'Dr L260 2.00\nCr E510 2.00');
  expect(() => reconciliationWriteOff('A100', 0n)).toThrow();
});

test('J18 the owners draw', () => {
  expectTable(incomeDraw(twd('1000')), 'Dr Q900 1000.00\nCr A110 1000.00');
  expect(() => incomeDraw(0n)).toThrow();
});

test('J20 a payout channel is prefunded', () => {
  expectTable(channelPrefund(twd('50000')), 'Dr A100 50000.00\nCr A110 50000.00');
});

describe('J14 refund of J1', () => {
  const mix = refundMix(j1.amount, { L210: twd('9715') }, twd('1000'));

  test('the order leg pays first, then settleable money for the 285 of fee', () => {
    expect(mix).toEqual({ L210: twd('9715'), L200: twd('285') });
    expectTable(
      collectionRefundPrepare(mix ?? {}),
      'Dr L210[M] 9715.00\nDr L200[M] 285.00\nCr L232[M] 10000.00',
    );
  });

  test('without full funds there is no refund', () => {
    expect(refundMix(j1.amount, { L210: twd('9715') }, twd('284.99'))).toBeNull();
  });

  test('done after release: fee income pays all but the end point back', () => {
    const journal = collectionRefundDone(j1, {
      released: true,
      systemFeeMode: 'realtime',
      systemFeeCollected: true,
    });
    expect(journal.clawsBack).toBe(true);
    expectTable(
      journal,
      `
      Dr L232[M]   10000.00
      Cr A100      10000.00
      Dr R400         20.00
      Cr L240[SA]     20.00
      Dr L240[SA]     93.00
      Dr L240[GA]     30.00
      Dr L240[MM]     10.00
      Cr L200[M]     133.00`,
    );
  });

  test('done before release in realtime mode: the unreleased 73 and the fee given back pay', () => {
    expectTable(
      collectionRefundDone(j1, { released: false, systemFeeMode: 'realtime', systemFeeCollected: true }),
      `
      Dr L232[M]   10000.00
      Cr A100      10000.00
      Dr R400         20.00
      Dr L210[SA]     73.00
      Dr L210[GA]     30.00
      Dr L210[MM]     10.00
      Cr L200[M]     133.00`,
    );
  });

  test('done before release in periodic mode: 93 unreleased, the receivable is cancelled', () => {
    expectTable(
      collectionRefundDone(j1, { released: false, systemFeeMode: 'periodic', systemFeeCollected: false }),
      `
      Dr L232[M]   10000.00
      Cr A100      10000.00
      Dr R400         20.00
      Cr A120[SA]     20.00
      Dr L210[SA]     93.00
      Dr L210[GA]     30.00
      Dr L210[MM]     10.00
      Cr L200[M]     133.00`,
    );
  });

  test('in two parts: the money leaves with each, and the fees return with the one that completes the whole', () => {
    const options = { released: true, systemFeeMode: 'periodic', systemFeeCollected: false } as const;
    expectTable(collectionRefundPartDone(twd('4000')), 'Dr L232[M] 4000.00\nCr A100 4000.00');
    expectTable(
      collectionRefundPartDone(twd('6000'), { split: j1, options }),
      `
      Dr L232[M]    6000.00
      Cr A100       6000.00
      Dr R400         20.00
      Cr A120[SA]     20.00
      Dr L240[SA]     93.00
      Dr L240[GA]     30.00
      Dr L240[MM]     10.00
      Cr L200[M]     133.00`,
    );
  });

  test('failed: exactly the mix comes back, or settleable when the day has come', () => {
    expectTable(
      collectionRefundFailed(mix ?? {}),
      'Dr L232[M] 10000.00\nCr L210[M] 9715.00\nCr L200[M] 285.00',
    );
    expectTable(
      collectionRefundFailed(mix ?? {}, { settled: true }),
      'Dr L232[M] 10000.00\nCr L200[M] 9715.00\nCr L200[M] 285.00',
    );
  });
});

describe('J19 charge-back', () => {
  const options = { released: true, systemFeeMode: 'realtime', systemFeeCollected: true } as const;

  test('buckets pay in order as far as they reach, the rest is receivable, and returned fees repay it first', () => {
    expectTable(
      collectionChargeBack(j1, {
        ...options,
        available: { L202: twd('1000'), L201: twd('500'), L200: twd('8400') },
      }),
      `
      Dr L202[M]    1000.00
      Dr L201[M]     500.00
      Dr L200[M]    8400.00
      Dr A130[M]     100.00
      Cr A100      10000.00
      Dr R400         20.00
      Cr L240[SA]     20.00
      Dr L240[SA]     93.00
      Dr L240[GA]     30.00
      Dr L240[MM]     10.00
      Cr A130[M]     100.00
      Cr L200[M]      33.00`,
    );
  });

  test('J19r a won dispute repays what is owed first, and the fees are taken again', () => {
    expectTable(
      collectionChargeBackWon(j1, { systemFeeCollected: true, owed: twd('100') }),
      `
      Dr A100      10000.00
      Cr A130[M]     100.00
      Cr L200[M]    9767.00
      Cr R400         20.00
      Cr L240[SA]     73.00
      Cr L240[GA]     30.00
      Cr L240[MM]     10.00`,
    );
    // All of it where he owes more, and the system fee is owed again where it was not taken with the order.
    expectTable(
      collectionChargeBackWon(j1, { systemFeeCollected: false, owed: twd('20000') }),
      `
      Dr A100      10000.00
      Cr A130[M]    9867.00
      Cr R400         20.00
      Dr A120[SA]     20.00
      Cr L240[SA]     93.00
      Cr L240[GA]     30.00
      Cr L240[MM]     10.00`,
    );
  });

  test('what is owed is repaid at release, as far as the release reaches', () => {
    expectTable(receivableRepay(twd('9715'), twd('152')), 'Dr L200[M] 152.00\nCr A130[M] 152.00');
    expectTable(receivableRepay(twd('100'), twd('152')), 'Dr L200[M] 100.00\nCr A130[M] 100.00');
  });

  test('a covered charge-back leaves no receivable', () => {
    const journal = collectionChargeBack(j1, { ...options, available: { L200: twd('10000') } });
    expect(journalText(journal, 'TWD')).not.toContain('A130');
  });
});

describe('J8 the house', () => {
  const usdt = (text: string) => parseAmount(text, 'USDT');
  const owing = { held: -usdt('1000'), cost: -twd('32600') };
  const tablesOf = (position: HousePosition, base: bigint, quote: bigint) => {
    const [own, other] = incomeExchange(position, { base, quote });
    return [journalText(own, 'USDT').split('\n'), journalText(other, 'TWD').split('\n')];
  };

  test('buys back what it gave, and what is left of the price is its result', () => {
    expect(tablesOf(owing, usdt('1000'), -twd('32400'))).toEqual([
      ['Dr A110 1000.00', 'Cr F300 1000.00'],
      ['Cr A110 32400.00', 'Dr F300 32600.00', 'Cr R420 200.00'],
    ]);
  });

  test('sells what it took, and a worse price is a loss', () => {
    const holding = { held: usdt('100'), cost: twd('3180') };
    expect(tablesOf(holding, -usdt('100'), twd('3150'))).toEqual([
      ['Cr A110 100.00', 'Dr F300 100.00'],
      ['Dr A110 3150.00', 'Cr F300 3180.00', 'Dr R420 30.00'],
    ]);
    const [, bought] = tablesOf({ held: 0n, cost: 0n }, usdt('100'), -twd('3100'));
    expect(bought).toEqual(['Cr A110 3100.00', 'Dr F300 3100.00']);
  });

  test('gets one currency and gives the other', () => {
    expect(() => incomeExchange(owing, { base: 1n, quote: 1n })).toThrow();
    expect(() => incomeExchange(owing, { base: 0n, quote: 1n })).toThrow();
  });
});

describe('J9 an order in another currency than its merchant’s own', () => {
  const usdt = (text: string) => parseAmount(text, 'USDT');
  const rate = parseExchangeRate('31.80');
  const terms = { from: 'USDT', to: 'TWD', base: 'USDT', rate, houseRate: rate } as const;
  const textOf = (journal: JournalDraft, currency: 'TWD' | 'USDT') =>
    journalText(journal, currency).split('\n');
  // 2 %, and only the senior agent in the chain.
  const brought = [
    { kind: 'L200', role: 'customer', amount: usdt('98') },
    { kind: 'L240', role: 'agent', amount: usdt('2') },
  ] as const;

  test('is exchanged at the rate that it carries', () => {
    const [own, other] = collectionExchange(brought, terms);
    expect(textOf(own, 'USDT')).toEqual(['Dr L200[M] 98.00', 'Dr L240[SA] 2.00', 'Cr F300 100.00']);
    expect(textOf(other, 'TWD')).toEqual(['Cr L200[M] 3116.40', 'Cr L240[SA] 63.60', 'Dr F300 3180.00']);
  });

  test('gives its senior agent what the platform’s own rate gives more, and takes what it gives less', () => {
    const shares = brought.slice(0, 1);
    const houseRate = parseExchangeRate('31.90');
    const [, more] = collectionExchange(shares, { ...terms, houseRate });
    expect(textOf(more, 'TWD')).toEqual(['Cr L200[M] 3116.40', 'Cr L240[SA] 9.80', 'Dr F300 3126.20']);
    const [, less] = collectionExchange(shares, { ...terms, houseRate: parseExchangeRate('31.70') });
    expect(textOf(less, 'TWD')).toEqual(['Cr L200[M] 3116.40', 'Dr L240[SA] 9.80', 'Dr F300 3106.60']);
  });

  test('what goes back mirrors what came, and what comes to nothing stays', () => {
    const back = brought.map((share) => ({ ...share, amount: -share.amount }));
    const [own, other] = collectionExchange(back, terms);
    expect(textOf(own, 'USDT')).toEqual(['Cr L200[M] 98.00', 'Cr L240[SA] 2.00', 'Dr F300 100.00']);
    expect(textOf(other, 'TWD')).toEqual(['Dr L200[M] 3116.40', 'Dr L240[SA] 63.60', 'Cr F300 3180.00']);
    const little = collectionExchange([{ kind: 'L200', role: 'customer', amount: 1n }], terms);
    expect(little.flatMap(({ legs }) => legs)).toEqual([]);
  });
});

test('legs that do not sum to zero never leave a recipe', () => {
  expect(() => draft([{ kind: 'A100', owner: { type: 'channelAccount' }, amount: 1n }])).toThrow('sum to 1');
});

const layer = fc.record({ pct: fc.bigInt(0n, 300_000_000n), perItem: fc.bigInt(0n, 100_000n) });
const chain: fc.Arbitrary<CollectionTerms> = fc.record(
  { merchant: layer, endpoint: layer, subAgent: layer, middleman: layer, system: layer },
  { requiredKeys: ['merchant', 'endpoint', 'system'] },
);

test('settling, releasing, refunding and charging back balance for every chain, and a refund undoes the earners but for a loss', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1_000_000n, 10n ** 12n),
      chain,
      fc.constantFrom('realtime' as const, 'periodic' as const),
      fc.boolean(),
      (amount, terms, systemFeeMode, released) => {
        const split = splitCollection(amount, terms);
        const settled = collectionSettle(split, { settleMode: 'deferred', systemFeeMode });
        const release = collectionRelease(unsettledShares(split, systemFeeMode));
        const done = collectionRefundDone(split, {
          released,
          systemFeeMode,
          systemFeeCollected: systemFeeMode === 'realtime',
        });
        const all = [...settled.legs, ...(released ? release.legs : []), ...done.legs];
        expect(sumOf(all)).toBe(0n);
        for (const role of ['agent', 'subAgent', 'middleman'] as const) {
          const own = all.filter((leg) => leg.owner.type === 'user' && leg.owner.role === role);
          // What the provider keeps beyond the fee stays the loss of the senior agent, who allowed it.
          const kept = split.merchantFee - split.endpointFee;
          expect(sumOf(own)).toBe(role === 'agent' && kept < 0n ? kept : 0n);
        }
      },
    ),
  );
});
