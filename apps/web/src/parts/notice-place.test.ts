import type { Notification } from '@suanpan/contract/endpoints/notifications';
import { expect, test } from 'vitest';
import { placeOfNotice } from './notice-place.ts';

const about = (subject: Notification['about']): Notification => ({
  id: '1',
  type: 'CallbackFailed',
  msgType: null,
  sound: false,
  read_at: null,
  created_at: '2026-11-22T00:00:00.000Z',
  about: subject,
  data: { message: { title: '', content: '', color: 'red', level: 'danger' } },
});

test('a notice about an order opens the order, for whoever may see it', () => {
  const notice = about({ kind: 'collection', id: 'C2611220000012345' });
  expect(placeOfNotice(notice, () => true)).toBe('/wrap/collections.transactions?open=12345');
  expect(placeOfNotice(notice, () => false)).toBeNull();
  const payout = about({ kind: 'payout', id: 'P2611220000000777' });
  expect(placeOfNotice(payout, () => true)).toBe('/wrap/payment.transactions?open=777');
});

test('what differs from a statement is seen to among the days, by whoever may see them', () => {
  const notice = { ...about(null), type: 'ReconciliationDiffers' } as const;
  expect(placeOfNotice(notice, () => true)).toBe('/wrap/admin.reconciliation?part=days');
  expect(placeOfNotice(notice, () => false)).toBeNull();
});

test('a list that finds what somebody waits for opens with that very search, over the days in which it lies', () => {
  const search = { status: ['pending', 'expired'], customer_id: '7' };
  const notice = about({ kind: 'list', id: 'collections.transactions', search });
  const place = '/wrap/collections.transactions?status=pending&status=expired&customer_id=7&range=last7';
  expect(placeOfNotice(notice, () => true)).toBe(place);
  expect(placeOfNotice(notice, () => false)).toBeNull();
  expect(placeOfNotice(about({ kind: 'list', id: 'settings.oem', search }), () => true)).toBeNull();
});
