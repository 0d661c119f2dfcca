import { apiKeys } from '@suanpan/contract/endpoints/api-keys';
import { tryCallback } from '@suanpan/contract/endpoints/callback-trial';
import { describeMerchantApi } from '@suanpan/contract/openapi/merchant';
import { self } from '@suanpan/contract/endpoints/self';
import {
  vectorEpaySubmit,
  vectorV1Create,
  vectorV2Post,
  vectorV2Response,
  vectorWebhook,
} from '@suanpan/signing/vectors';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ApiFile } from './apiFile.tsx';
import { schemaLines } from './apiFile/schema-lines.ts';
import {
  CannotSign,
  isAnswerSigned,
  signFormHere,
  signRequestHere,
  signWebhookHere,
} from './apiFile/sign-in-page.ts';

const merchant = reply(self, () => ({
  id: '41',
  name: '星際互動',
  username: 'xingji',
  role_name: 'customer' as const,
  role_name_ch: '商戶',
  currency: 'TWD' as const,
  balance: '0.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  customer_id: '41',
  customized: { app_name: 'Suanpan', logo: '', color: '' },
  scope: 'customer' as const,
  google2FA: true,
  last_login_at: null,
  last_login_ip: null,
  permissions_version: '1',
}));
const keys = reply(apiKeys, () => ({
  items: [
    {
      id: '1',
      key: 'ak_test_0123456789abcdef01234567',
      is_test: true,
      scopes: ['collect' as const, 'read' as const],
      ip_allowlist: ['203.0.113.7'],
      created_at: new Date().toISOString(),
      last_used_at: null,
      daily_amount: null,
      previous_until: null,
    },
  ],
  webhook: { url: 'https://shop.example/hook', previous_until: null },
  legacy: { form: 'epay' as const, has_secret: true },
}));

test('what the page signs is what the published examples say', () => {
  const { request, secret, signature, bodySha256 } = vectorV2Post;
  expect(signRequestHere(request, secret)).toMatchObject({ signature, digest: bodySha256 });
  expect(signWebhookHere(vectorWebhook.message, vectorWebhook.secret).signature).toBe(
    vectorWebhook.signature,
  );
  expect(signFormHere('v1', vectorV1Create.params, vectorV1Create.secret).signature).toBe(
    vectorV1Create.sign,
  );
  expect(signFormHere('epay', vectorEpaySubmit.params, vectorEpaySubmit.secret).signature).toBe(
    vectorEpaySubmit.sign,
  );
  const { response, secret: own, signature: signed } = vectorV2Response;
  expect(isAnswerSigned(response, signed, own)).toBe(true);
  expect(isAnswerSigned({ ...response, status: 201 }, signed, own)).toBe(false);
  expect(() => signWebhookHere(vectorWebhook.message, 'whsec_?')).toThrow(CannotSign);
  expect(() => signFormHere('v1', { a: '1&key=2' }, 'x')).toThrow(CannotSign);
});

test('every field of every call stands in the documents, those of choices too', () => {
  const document = describeMerchantApi();
  const create = document.paths['/collections']?.['post'];
  const lines = schemaLines(create?.requestBody?.content['application/json']?.schema ?? {});
  expect(lines.find(({ name }) => name === 'order_no')).toMatchObject({ type: 'string', isRequired: true });
  expect(lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['payer.last5', 'notify_url', 'metadata']),
  );
  const list = document.paths['/collections']?.['get']?.responses['200'];
  const answer = list && 'content' in list ? list.content?.['application/json']?.schema : undefined;
  expect(schemaLines(answer ?? {}).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['checkout_url', 'payment.account_no', 'items[].status', 'next_cursor']),
  );
});

test('a merchant finds his number, his keys without their middle, and what a plugin of a shop asks for', async () => {
  wire(merchant, keys);
  const screen = await renderScreen(ApiFile);
  await expect.element(screen.getByText('ak_test_…234567')).toBeVisible();
  expect(document.body.textContent).not.toContain('0123456789abcdef');
  await expect.element(screen.getByText('https://shop.example/hook')).toBeVisible();
  await expect.element(screen.getByText(`${location.origin}/api/epay/`).first()).toBeVisible();
});

test('the tester says whether a signature is right, and what it signed', async () => {
  wire(merchant, keys);
  const screen = await renderScreen(ApiFile, { search: { part: 'signature' } });
  await userEvent.click(screen.getByRole('button', { name: 'Load the published example' }));
  await expect.element(screen.getByText('The same', { exact: true })).toBeVisible();
  await userEvent.fill(screen.getByLabelText('Nonce'), 'another-nonce');
  await expect.element(screen.getByText('Different', { exact: true })).toBeVisible();
});

test('a callback is asked for as it was chosen, and both sides of it are shown', async () => {
  const said = wire(
    merchant,
    keys,
    reply(tryCallback, ({ url }) => ({
      request: {
        method: 'POST' as const,
        url: url ?? 'https://shop.example/hook',
        headers: { a: 'b' },
        body: '{}',
      },
      answer: {
        acknowledged: false,
        result: 'error_response' as const,
        http_status: 500,
        body: 'broken',
        latency_ms: 12,
      },
    })),
  );
  const screen = await renderScreen(ApiFile, {
    search: { part: 'trial' },
    permissions: ['apiFile.get', 'apiFile.simulate'],
  });
  await userEvent.selectOptions(screen.getByLabelText('Event'), 'payout.paid');
  await userEvent.click(screen.getByRole('button', { name: 'Send callback' }));
  await expect.element(screen.getByText('HTTP 500, 12 ms')).toBeVisible();
  await expect.element(screen.getByText('Not acknowledged')).toBeVisible();
  expect(said.askedOf(tryCallback)).toEqual([{ type: 'payout.paid', form: 'v2' }]);
  await userEvent.selectOptions(screen.getByLabelText('Form', { exact: true }), 'epay');
  await userEvent.click(screen.getByRole('button', { name: 'Send callback' }));
  await vi.waitFor(() =>
    expect(said.askedOf(tryCallback)[1]).toEqual({ type: 'collection.succeeded', form: 'epay' }),
  );
});

test('without the right nothing is offered, and a live key is not taken', async () => {
  wire(merchant, keys);
  const screen = await renderScreen(ApiFile, { search: { part: 'trial' }, permissions: ['apiFile.get'] });
  await expect.element(screen.getByText('You may not simulate callbacks')).toBeVisible();
  await userEvent.fill(screen.getByLabelText('Test key'), 'ak_live_0123456789abcdef');
  await expect.element(screen.getByText('Only test keys: they begin with ak_test_')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});
