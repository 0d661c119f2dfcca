import { expect, test } from 'vitest';
import { signJkopay, verifyJkopay } from './jkopay.ts';

const secret = 'r0odDC1e9LHXDmxuvmOv9bgaWLf2CXB2c4gMheoFucVKNMi1K0Id9zwRHJF1r-kdtAKriKgb11VDlo7Kb8R-FQ';
const entry =
  '{"platform_order_id":"demo-order-001","store_id":"35f12dff-1581-11e9-a054-00505684fd45","currency":"TWD","total_price":10,"final_price":10,"unredeem":10,"result_display_url":"https://display.com","result_url":"https://result-callback.xxx/xxx"}';

test('the vectors of the merchant API', () => {
  expect(signJkopay(entry, secret)).toBe('5591d94a4057387bfdd984a79945a2941affe59404a73e7b9a380f9cc97c78b4');
  expect(signJkopay('platform_order_ids=87,88', 'QxN1X')).toBe(
    'a0836fefb028ea7493118c8b5eb6752113f552ac8ef35f3cb8cda91808c77188',
  );
});

test('the examples of JKoPay’s own document, where a space stands behind one colon', () => {
  expect(signJkopay(entry.replace('"currency":', '"currency": '), secret)).toBe(
    '3577609b058ab85c2d0a00a5421a991979ed6b9f549476e9a82476dc1b70d876',
  );
  expect(signJkopay('platform_order_ids=test123,demo-order-001', secret)).toBe(
    '7778b95890af17c5b41e8cef957f4769e7bfecc79e9f9ee555923293ebd8e880',
  );
});

test('one byte more or less is another text, and without a secret nothing is signed', () => {
  const given = signJkopay(entry, secret);
  expect(verifyJkopay(entry, given.toUpperCase(), secret)).toBe(true);
  expect(verifyJkopay(`${entry} `, given, secret)).toBe(false);
  expect(verifyJkopay(entry, undefined, secret)).toBe(false);
  expect(verifyJkopay(entry, signJkopay(entry, ''), '')).toBe(false);
});
