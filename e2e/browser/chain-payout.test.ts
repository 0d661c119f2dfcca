import { createHash, randomInt, randomUUID } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { expect, test } from 'vitest';
import { keepPayee } from '../../apps/server/src/modules/payouts/submit/payee.ts';
import { submitAtOnce } from '../../apps/server/src/modules/payouts/submit/submit.store.ts';
import { loadSecrets } from '../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../apps/server/src/platform/crypto/vault.ts';
import { SandboxBank } from '../harness/sandbox-bank.ts';
import { fillStepUp } from '../harness/step-up.ts';
import { until } from '../harness/until.ts';
import { choose } from './effects/payouts.ts';
import { openWorld } from './effects/world.ts';

const [merchant, operator, second] = ['pacific', 'admin.lin', 'admin.chen'] as const;
// The wallet of the channel, whose key is nowhere in the product, and whom it pays: no address that payers are given.
const [own, payee] = ['TYBuGgD9Sqjop9SR9QBgsfQq65LEGZCAmL', tronSandbox.sender] as const;

const world = await openWorld();

/** A payout over the chain that waits for a person, by a channel whose own address is the wallet's. */
async function place(amount: string): Promise<{ readonly id: string; readonly orderNo: string }> {
  const vault = createVault(loadSecrets(world.server.dataDir));
  const customerId = world.server.account(merchant).customer_id ?? '';
  const credentials = { addresses: own, token: tronSandbox.token, api_key: tronSandbox.apiKey };
  const run = randomUUID().slice(0, 8);
  const [channel] = await world.database.query<{ id: string }>(
    `WITH account AS (
       INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
       SELECT a.provider_id, a.agent_id, 'Wallet ' || $1, 'payout', a.currency, a.base_url, $2, now()
       FROM channel_account a JOIN provider p ON p.id = a.provider_id WHERE p.driver = 'tron' ORDER BY a.id LIMIT 1
       RETURNING id, agent_id
     )
     INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_pct, endpoint_per_item)
     SELECT 'payout', 'wallet-' || $1, 'Wallet', 'crypto', id, 'USDT', 0, 0 FROM account RETURNING id`,
    [run, vault.seal(JSON.stringify(credentials), 'channel_account.credentials')],
  );
  const channelId = channel?.id ?? '';
  await world.database.query(
    'INSERT INTO agent_method (agent_id, channel_id, system_pct, system_per_item) SELECT agent_id, $2, 0, 0 FROM app_user WHERE id = $1',
    [customerId, channelId],
  );
  await world.database.query(
    `INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item)
     VALUES ($1, $2, $3, 0, 100000)`,
    [customerId, channelId, `wallet-${run}`],
  );
  const merchantOrderNo = `CHAIN-${run}`;
  const [outcome] = await submitAtOnce(world.database, [
    {
      customerId: BigInt(customerId),
      merchantOrderNo,
      currency: 'USDT',
      amount: parseAmount(amount, 'USDT'),
      payee: keepPayee(vault, { accountName: '', bankCode: 'TRC20', branch: null, accountNo: payee }),
      memo: null,
      metadata: {},
      notifyUrl: null,
      locale: null,
      source: 'api',
      apiVersion: 'v2',
      apiKeyId: null,
      personId: null,
      isTest: false,
      requestHash: createHash('sha256').update(merchantOrderNo).digest(),
      requestIp: null,
      requestId: null,
      isAgreed: false,
      isDuplicateKnown: true,
      channelId: BigInt(channelId),
      method: `wallet-${run}`,
      route: { candidates: [] },
      limitedMethodId: null,
    },
  ]);
  if (outcome?.outcome !== 'created') throw new Error(`Not submitted: ${JSON.stringify(outcome?.outcome)}`);
  return { id: String(outcome.orderId), orderNo: outcome.orderNo };
}

/** A person sends it from the wallet; answers the number of the transaction, which stands some seconds later. */
async function sendFromWallet(amount: string): Promise<string> {
  const { url } = world.server;
  await new SandboxBank(url).transfer({ destination: payee, amount, payerAccount: own });
  const page = await (await fetch(`${url}/sandbox/transfers`)).text();
  // The newest stands first, and nobody else sends from there.
  const row = page.split('<tr').find((each) => each.includes(own)) ?? page;
  const hash = /\b[0-9a-f]{64}\b/.exec(row)?.[0];
  if (hash === undefined) throw new Error(`No transaction is shown: ${row.slice(0, 2_000)}`);
  return hash;
}

interface Standing {
  readonly status: string;
  readonly stage: string | null;
  readonly provider_order_no: string | null;
}
const standing = async (id: string): Promise<Standing | undefined> => {
  const [row] = await world.database.query<Standing & Record<string, unknown>>(
    'SELECT status, stage, provider_order_no FROM payout_order WHERE id = $1',
    [id],
  );
  return row;
};

test('a payout over the chain is sent by a person, and only the transaction that moved exactly it pays it', async () => {
  // Sums that no other run has.
  const millionths = String(randomInt(10_000, 99_999) * 10 + randomInt(1, 10));
  const [amount, short] = [`2.${millionths}`, `1.${millionths}`];
  const payout = await place(amount);
  const journals = (): Promise<number> =>
    world.numberIn("SELECT count(*) AS n FROM journal WHERE event = 'payout.paid' AND ref_id = $1", [
      payout.id,
    ]);
  await world.on(
    operator,
    'payment.transactions',
    async (page, panel) => {
      const row = panel.getByRole('row', { name: new RegExp(payout.orderNo) });
      const act = async (name: string, hash?: string): Promise<void> => {
        await choose(page, row, name);
        const dialog = page.getByRole('dialog');
        // To the last digit, for whoever sends it.
        await dialog.getByText(amount).waitFor();
        if (hash === undefined) await dialog.getByText('send it from the wallet of this channel').waitFor();
        else await dialog.getByLabel('Transaction hash').fill(hash);
        await dialog.getByLabel('Reason').fill('from the wallet');
        await fillStepUp(dialog, world.server, operator);
        await dialog.getByRole('button', { name, exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await act('Let go');
      await until('it is in hand', async () => (await standing(payout.id))?.stage === 'claimed');
      // The list hears of it by itself.
      await row.getByTitle('Being paid by hand').waitFor();

      const wrong = await sendFromWallet(short);
      await act('Enter transaction', wrong);
      await until('the chain contradicts it', async () => {
        const refused =
          "SELECT count(*) AS n FROM payout_transfer WHERE tx_hash = $1 AND refusal = 'otherAmount'";
        return (await world.numberIn(refused, [wrong])) === 1;
      });
      expect(await standing(payout.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
      expect(await journals()).toBe(0);

      const right = await sendFromWallet(amount);
      await act('Enter transaction', right);
      await until('it is paid', async () => (await standing(payout.id))?.status === 'paid');
      expect((await standing(payout.id))?.provider_order_no).toBe(right);
      expect(await journals()).toBe(1);

      // What was named, by whom, and what the chain told of it stands with the payout.
      await page.goto(
        `${world.server.url}/#/wrap/payment.transactions?numbers=${payout.orderNo}&open=${payout.id}`,
      );
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Confirmed, paid and posted').waitFor();
      await drawer.getByText('It moved another amount than this payout').waitFor();
      await drawer.getByText(right).first().waitFor();
    },
    `?numbers=${payout.orderNo}`,
  );
}, 180_000);

/** What of the merchant's money is held for it. */
const heldFor = (id: string): Promise<number> =>
  world.numberIn(
    `SELECT coalesce(sum(p.amount), 0) AS n FROM posting p JOIN account a ON a.id = p.account_id
     WHERE a.kind = 'L230' AND p.event LIKE 'payout.%' AND p.ref_id = $1`,
    [id],
  );

/** The maker says that it was never sent, and sees that somebody else decides. */
async function sayNeverSent(
  { id, orderNo }: { readonly id: string; readonly orderNo: string },
  reason: string,
  becomes: string,
): Promise<void> {
  await world.on(
    operator,
    'payment.transactions',
    async (page, panel) => {
      const row = panel.getByRole('row', { name: new RegExp(orderNo) });
      await choose(page, row, 'Let go');
      const out = page.getByRole('dialog');
      await out.getByLabel('Reason').fill(reason);
      await fillStepUp(out, world.server, operator);
      await out.getByRole('button', { name: 'Let go', exact: true }).click();
      await row.getByTitle('Being paid by hand').waitFor();

      await choose(page, row, 'Never sent');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Only where nothing left the wallet').waitFor();
      await dialog.getByLabel('What becomes of it').selectOption(becomes);
      await dialog.getByLabel('Reason').fill(reason);
      await fillStepUp(dialog, world.server, operator);
      await dialog.getByRole('button', { name: 'Never sent', exact: true }).click();
      await page.getByRole('link', { name: 'Sent; it waits for a second person' }).click();
      const own = page.getByRole('dialog', { name: 'Confirm a payout over a chain as never sent' });
      await own.getByText('You submitted this; somebody else must decide').waitFor();
      expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    },
    `?numbers=${orderNo}`,
  );
  expect(await standing(id)).toMatchObject({ status: 'processing', stage: 'claimed' });
}

/** The second person agrees. */
async function agreeTo(orderNo: string, reason: string): Promise<void> {
  const [row] = await world.database.query<{ id: string }>(
    "SELECT id::text FROM approval WHERE reason = $1 AND state = 'waiting'",
    [reason],
  );
  if (row === undefined) throw new Error(`Nothing waits because of "${reason}"`);
  await world.on(
    second,
    'admin.approvals',
    async (page) => {
      const drawer = page.getByRole('dialog', { name: 'Confirm a payout over a chain as never sent' });
      await drawer.getByText(orderNo).first().waitFor();
      await drawer.getByRole('button', { name: 'Approve' }).click();
      const confirm = page.getByRole('dialog', { name: /^Approve/ });
      await fillStepUp(confirm, world.server, second);
      await confirm.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Approved and carried out').waitFor();
    },
    `?open=${row.id}`,
  );
}

/** As if both had said so a while ago: what was sent before would stand by now. */
async function whileLater(id: string): Promise<void> {
  await world.database.query(
    "UPDATE payout_unsent SET said_at = said_at - interval '11 minutes' WHERE order_id = $1 AND state = 'asked'",
    [id],
  );
  await world.database.query('UPDATE payout_work SET next_at = now() WHERE order_id = $1', [id]);
}

test('a payout that was never sent goes back to the queue or the merchant, once two say so and the chain shows nothing', async () => {
  const [amount, sum] = [
    `3.${String(randomInt(100_000, 999_999))}`,
    `4.${String(randomInt(100_000, 999_999))}`,
  ];
  const payout = await place(amount);
  const held = await heldFor(payout.id);
  expect(held).not.toBe(0);
  const run = randomUUID().slice(0, 8);

  await sayNeverSent(payout, `locked out ${run}`, 'queued');
  await agreeTo(payout.orderNo, `locked out ${run}`);
  // Nothing is concluded before a transfer of a moment ago would stand.
  await until('the chain was asked', async () => (await standing(payout.id))?.stage === 'unknown');
  await whileLater(payout.id);
  await until('it waits in the queue', async () => (await standing(payout.id))?.stage === 'queued');
  expect(await heldFor(payout.id)).toBe(held);

  await sayNeverSent(payout, `given up ${run}`, 'rejected');
  await agreeTo(payout.orderNo, `given up ${run}`);
  await until('the chain was asked again', async () => (await standing(payout.id))?.stage === 'unknown');
  await whileLater(payout.id);
  await until('its hold went back', async () => (await standing(payout.id))?.status === 'rejected');
  expect(await heldFor(payout.id)).toBe(0);

  // One that was sent after all stays in hand, and the transaction that the chain shows pays it.
  const sent = await place(sum);
  await sayNeverSent(sent, `not by me ${run}`, 'rejected');
  const hash = await sendFromWallet(sum);
  await agreeTo(sent.orderNo, `not by me ${run}`);
  // A transfer of a moment ago stands some seconds later, and what does not stand yet is asked about anew.
  const shows = async (): Promise<boolean> => {
    const shown =
      "SELECT count(*) AS n FROM payout_unsent WHERE order_id = $1 AND state = 'contradicted' AND tx_hash = $2";
    return (await world.numberIn(shown, [sent.id, hash])) === 1;
  };
  await until('the chain shows it', shows, { withinMs: 120_000 });
  expect(await standing(sent.id)).toMatchObject({ status: 'processing', stage: 'claimed' });
  await world.on(
    operator,
    'payment.transactions',
    async (page, panel) => {
      await page.getByRole('dialog').getByText('The chain shows such a transfer, it stays in hand').waitFor();
      await page.keyboard.press('Escape');
      await choose(page, panel.getByRole('row', { name: new RegExp(sent.orderNo) }), 'Enter transaction');
      const dialog = page.getByRole('dialog', { name: /Enter transaction/ });
      await dialog.getByLabel('Transaction hash').fill(hash);
      await dialog.getByLabel('Reason').fill('as the chain shows');
      await fillStepUp(dialog, world.server, operator);
      await dialog.getByRole('button', { name: 'Enter transaction', exact: true }).click();
      await until('it is paid', async () => (await standing(sent.id))?.status === 'paid');
    },
    `?numbers=${sent.orderNo}&open=${sent.id}`,
  );
}, 240_000);
