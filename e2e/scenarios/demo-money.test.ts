import { afterAll, expect, test } from 'vitest';
import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import { theServer } from '../harness/shared-server.ts';

const server = theServer();
const database = openAdmin(server);

afterAll(async () => {
  await proveBooks(server);
  await database.close();
});

const textsOf = async (query: string): Promise<string[]> =>
  (await database.query<{ text: string }>(query)).map(({ text }) => text);

test('a newcomer meets a withdrawal in each of its states, and one that was to go to a chain', async () => {
  const states = await textsOf('SELECT DISTINCT status AS text FROM withdrawal');
  expect(states).toEqual(expect.arrayContaining(['pending', 'processing', 'paid', 'rejected', 'cancelled']));
  const toChains = await textsOf(
    `SELECT u.username AS text FROM withdrawal w JOIN app_user u ON u.id = w.owner_id
     WHERE w.target_currency = 'USDT' AND w.status = 'cancelled' AND w.fee > 0`,
  );
  expect(toChains).toContain('pacific');
});

test('owners have accounts of both kinds that have rested, and one waits for whoever looks at it', async () => {
  const both = await textsOf(
    `SELECT u.username AS text FROM withdraw_account a JOIN app_user u ON u.id = a.owner_id
     WHERE a.deleted_at IS NULL AND a.usable_from <= business_now() GROUP BY u.username HAVING count(DISTINCT a.type) = 2`,
  );
  expect(both).toEqual(expect.arrayContaining(['agent.yitong', 'agent.hengxin', 'qingniao', 'dianjing']));
  const resting = await textsOf(
    `SELECT u.username AS text FROM withdraw_account a JOIN app_user u ON u.id = a.owner_id
     WHERE a.decided_by IS NULL AND a.created_at > (SELECT max(created_at) - interval '1 day' FROM withdrawal)`,
  );
  expect(resting).toContain('shuibei');
});

test('a top-up waits and another was credited, less what the platform keeps; templates of both ways are kept', async () => {
  const deposits = await textsOf(
    `SELECT u.username || ' ' || d.status AS text FROM deposit d JOIN app_user u ON u.id = d.owner_id WHERE d.currency = 'TWD'`,
  );
  expect(deposits).toEqual(expect.arrayContaining(['shanhai pending', 'zaojiao credited']));
  const models = await textsOf(
    `SELECT m.direction || ' ' || count(i.*) AS text FROM channel_model m JOIN channel_model_item i ON i.model_id = m.id
     JOIN app_user u ON u.id = m.agent_id WHERE u.username = 'agent.hengxin' GROUP BY m.id`,
  );
  expect(models).toEqual(expect.arrayContaining(['collection 4', 'payout 1']));
});
