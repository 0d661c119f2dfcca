import { describe, expect, test } from 'vitest';
import { isPermission } from '../access/permissions.ts';
import { callbackStates, callbackTransitions, nextCallbackState, publicCallbackStatus } from './callback.ts';
import {
  collectionStatuses,
  collectionTransitions,
  nextCollectionStatus,
  refundStatuses,
} from './collection.ts';
import { isBeyondRecall, nextPayoutStatus, payoutStatuses, payoutTransitions } from './payout.ts';
import { nextRefundStatus, refundTransitions } from './refund.ts';
import { listedMoves, terminalStates } from './transition.ts';
import { nextUserStatus, userStatuses, userTransitions } from './user.ts';
import {
  collectionEventType,
  collectionLabel,
  isSentBy,
  merchantCollectionStatus,
  merchantEventTypes,
  merchantPayoutStatus,
  v1CollectionStatus,
  v1PayoutStatus,
} from './wire.ts';
import { nextWithdrawalStatus, withdrawalStatuses, withdrawalTransitions } from './withdrawal.ts';

const tables = {
  collection: [collectionStatuses, collectionTransitions],
  refund: [refundStatuses, refundTransitions],
  callback: [callbackStates, callbackTransitions],
  payout: [payoutStatuses, payoutTransitions],
  withdrawal: [withdrawalStatuses, withdrawalTransitions],
  user: [userStatuses, userTransitions],
} as const;

describe.each(Object.entries(tables))('the table of %s', (_name, [states, table]) => {
  test('holds only its own states, and a permission for every act of a person', () => {
    for (const row of table) {
      expect(states).toContain(row.from);
      expect(states).toContain(row.to);
      expect(row.actor === 'op').toBe(row.permission !== undefined);
      if (row.permission) expect(isPermission(row.permission)).toBe(true);
    }
  });

  test('leads from a state and an event to one state only', () => {
    const targets = new Map<string, string>();
    for (const row of table) {
      const key = `${row.from} ${row.event}`;
      expect(targets.get(key) ?? row.to).toBe(row.to);
      targets.set(key, row.to);
    }
  });
});

describe('a collection', () => {
  test('moves exactly as domain §4 lists', () => {
    expect([...listedMoves(collectionTransitions)].sort()).toEqual([
      'abnormal>success',
      'amount_mismatch>success',
      'expired>abnormal',
      'expired>amount_mismatch',
      'expired>success',
      'expired>test_supplied',
      'pending>abnormal',
      'pending>amount_mismatch',
      'pending>expired',
      'pending>success',
      'pending>test_supplied',
      'refund>success',
      'success>refund',
    ]);
  });

  test('is never un-credited by anything but a refund or a charge-back', () => {
    expect(nextCollectionStatus('success', 'expire')).toBeNull();
    expect(nextCollectionStatus('success', 'paidSuspiciously')).toBeNull();
    expect(nextCollectionStatus('success', 'supply')).toBeNull();
    expect(nextCollectionStatus('success', 'chargeBack')).toBe('refund');
    expect(nextCollectionStatus('refund', 'winChargeBack')).toBe('success');
    expect(nextCollectionStatus('success', 'winChargeBack')).toBeNull();
  });

  test('is late only once it has expired', () => {
    expect(nextCollectionStatus('expired', 'paidLate')).toBe('success');
    expect(nextCollectionStatus('pending', 'paidLate')).toBeNull();
    expect(nextCollectionStatus('expired', 'paid')).toBeNull();
  });

  test('of the test book ends there', () => {
    expect(terminalStates(collectionStatuses, collectionTransitions)).toEqual(['test_supplied']);
  });
});

test('a refund that has succeeded is over, one that has failed can be tried again', () => {
  expect(terminalStates(refundStatuses, refundTransitions)).toEqual(['success']);
  expect(nextRefundStatus('failed', 'retry')).toBe('preparing');
});

describe('a payout', () => {
  test('leaves paid by reversal alone, and insufficient balance never', () => {
    expect(nextPayoutStatus('paid', 'reverse')).toBe('rejected_reversed');
    expect(nextPayoutStatus('paid', 'reject')).toBeNull();
    expect(terminalStates(payoutStatuses, payoutTransitions)).toEqual([
      'rejected_reversed',
      'insufficient_balance',
    ]);
  });

  test('that was rejected changes only by proof that it was paid', () => {
    const { length, 0: only } = payoutTransitions.filter(({ from }) => from === 'rejected');
    expect([length, only]).toEqual([1, { from: 'rejected', event: 'payLate', to: 'paid', actor: 'sys' }]);
  });

  test('that a provider may hold is beyond recall', () => {
    expect(isBeyondRecall('unknown')).toBe(true);
    expect(isBeyondRecall('queued')).toBe(false);
  });
});

test('a withdrawal is paid only by who took it', () => {
  expect(nextWithdrawalStatus('pending', 'pay')).toBeNull();
  expect(nextWithdrawalStatus('processing', 'pay')).toBe('paid');
  expect(nextWithdrawalStatus('processing', 'cancel')).toBeNull();
});

test('an archived user never comes back', () => {
  expect(terminalStates(userStatuses, userTransitions)).toEqual(['archived']);
  expect(nextUserStatus('active', 'archive')).toBeNull();
});

describe('a callback', () => {
  test('is sent again after success only by a person', () => {
    expect(nextCallbackState('success', 'send')).toBeNull();
    expect(nextCallbackState('success', 'reissue')).toBe('sending');
    expect(nextCallbackState('not_sent', 'manual')).toBe('sending');
  });

  test('shows not_sent or its last result while it is being sent', () => {
    expect(publicCallbackStatus('sending')).toBe('not_sent');
    expect(publicCallbackStatus('sending', 'failed')).toBe('failed');
    expect(publicCallbackStatus('success')).toBe('success');
  });
});

describe('the status map of merchant API §2', () => {
  test.each([
    ['pending', null, 'pending', '0'],
    ['success', null, 'succeeded', '2'],
    ['expired', null, 'expired', '3'],
    ['amount_mismatch', null, 'amount_mismatch', '4'],
    ['abnormal', null, 'abnormal', '5'],
    ['test_supplied', null, 'test_supplied', '2'],
    ['refund', 'preparing', 'refund_preparing', '6'],
    ['refund', 'refunding', 'refunding', '7'],
    ['refund', 'failed', 'refunding', '7'],
    ['refund', 'success', 'refunded', '8'],
  ] as const)('collection %s %s is %s, v1 %s', (status, refund, v2, v1) => {
    expect(merchantCollectionStatus(status, refund)).toBe(v2);
    expect(v1CollectionStatus(status, refund)).toBe(v1);
  });

  test.each([
    ['processing', 'queued', 'queued', '1'],
    ['processing', 'submitted', 'processing', '1'],
    ['paid', null, 'paid', '2'],
    ['rejected', null, 'rejected', '3'],
    ['rejected_reversed', null, 'rejected_reversed', '4'],
    ['verify_failed', null, 'verification_failed', '5'],
    ['insufficient_balance', null, 'insufficient_balance', '6'],
  ] as const)('payout %s %s is %s, v1 %s', (status, stage, v2, v1) => {
    expect(merchantPayoutStatus(status, stage)).toBe(v2);
    expect(v1PayoutStatus(status)).toBe(v1);
  });

  test('v1 hears terminal states of collections and the paid payout, never a rejection', () => {
    expect(merchantEventTypes.filter((type) => isSentBy('epay', type))).toEqual(['collection.succeeded']);
    expect(merchantEventTypes.filter((type) => isSentBy('v1', type))).toEqual([
      'collection.succeeded',
      'collection.expired',
      'collection.amount_mismatch',
      'collection.abnormal',
      'payout.paid',
    ]);
  });

  test('a test supply tells the merchant of success', () => {
    expect(collectionEventType('test_supplied')).toBe('collection.succeeded');
  });
});

test('the label of a success says whether the merchant has been told', () => {
  expect(collectionLabel('success', null, 'not_sent')).toBe('success_not_returned');
  expect(collectionLabel('success', null, 'failed')).toBe('success_not_returned');
  expect(collectionLabel('success', null, 'success')).toBe('success_returned');
  expect(collectionLabel('refund', 'refunding', 'success')).toBe('refund_refunding');
  expect(collectionLabel('expired', null, 'success')).toBe('expired');
});
