import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { bareId } from './bare-id.ts';
import type { World } from './world.ts';

export const callbackEffects = (world: World) => {
  /** News that failed once, for no reason that stands any more. */
  async function park(subject: string): Promise<string> {
    const [row] = await world.database.query<{ id: string }>(
      `INSERT INTO outbox_dead (id, kind, subject, payload, created_at, error, attempts)
       SELECT nextval('outbox_id_seq'), 'callback.paused', $1, json_build_object('customer_id', u.id::text, 'agent_id', NULL,
         'recipient_id', u.id::text, 'url', 'https://shop.example.com/hook'), now(), 'nobody listened', 5
       FROM app_user u WHERE u.username = 'xingji' RETURNING id`,
      [subject],
    );
    return row?.id ?? '';
  }
  return {
    async callbacks() {
      const order = await world.orderOf('xingji', '00');
      await world.on(
        'xingji',
        'callbacks',
        async (page, panel) => {
          const row = panel.getByRole('row', { name: /Collection succeeded/ });
          await row.getByRole('button', { name: 'More' }).click();
          await page.getByRole('menuitem', { name: 'Resend' }).click();
          await page.getByRole('dialog').getByText('unchanged and under its ID').waitFor();
          await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
          await until('it came again', async () => (await world.shop.eventsOf(order.order_no)).length === 2);
          await row.getByRole('button', { name: 'Detail' }).click();
          const drawer = page.getByRole('dialog');
          await drawer.getByText('Attempt 2', { exact: true }).waitFor();
          await drawer.getByText('Signed anew', { exact: false }).waitFor();
        },
        `?no=${order.order_no}`,
      );
      const asked = `SELECT count(*) AS n FROM audit_log WHERE act = 'callbacks.resend' AND object_id = $1`;
      await until('it stands in the log', async () => (await world.numberIn(asked, [bareId(order)])) === 1);
      const paused = `SELECT count(*) AS n FROM webhook_endpoint w JOIN app_user u ON u.id = w.customer_id
                      WHERE u.username = 'xingji' AND w.paused_at IS NOT NULL`;
      await world.on(
        'xingji',
        'callbacks',
        async (page, panel) => {
          for (const [act, count] of [
            ['Pause', 1],
            ['Open', 0],
          ] as const) {
            await panel.getByRole('row').getByRole('button', { name: act, exact: true }).click();
            await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click();
            await until(`${act} is kept`, async () => (await world.numberIn(paused)) === count);
            await page.getByRole('dialog').waitFor({ state: 'detached' });
          }
        },
        '?part=addresses',
      );
    },

    /** A merchant hears a callback before there is an order, and signs a call that the gateway believes. */
    async apiFile() {
      const noted = `SELECT count(*) AS n FROM audit_log l JOIN app_user u ON u.id::text = l.object_id
                     WHERE l.act = 'apiFile.simulate' AND u.username = 'xingji'`;
      expect(await world.numberIn(noted)).toBe(0);
      await world.on(
        'xingji',
        'apiFile',
        async (page, panel) => {
          const trial = panel.getByRole('region', { name: 'Callback simulator' });
          await trial.getByLabel('Event').selectOption('collection.expired');
          await trial.getByRole('button', { name: 'Send callback' }).click();
          await trial.getByText('Acknowledged', { exact: true }).waitFor();
          expect(await world.numberIn(noted)).toBe(1);
          const heard = await world.shop.eventsOf('TRIAL-1');
          expect(heard.map(({ type, verified }) => [type, verified])).toEqual([['collection.expired', true]]);
          await panel.getByText('Calls', { exact: true }).click();
          await panel.getByText('/api/v2/collections', { exact: true }).first().click();
          await panel.getByText('payer.last5', { exact: true }).waitFor();
          await panel.getByText('Start', { exact: true }).click();
          await panel.getByText(world.server.account('xingji').customer_id ?? '', { exact: true }).waitFor();
          expect(await page.content()).not.toContain(world.server.account('xingji').api_key ?? 'ak_');
        },
        '?part=trial',
      );
    },

    async 'admin.failedQueue'() {
      const [first, second] = await Promise.all([park('webhook:1'), park('webhook:2')]);
      const stands = 'SELECT count(*) AS n FROM outbox_dead WHERE id = $1 AND discarded_at IS NULL';
      await world.on('admin.chen', 'admin.failedQueue', async (page, panel) => {
        const rowOf = (subject: string) => panel.getByRole('row', { name: new RegExp(subject) });
        await rowOf('webhook:1').getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Discard' }).click();
        await page.getByLabel('Reason').fill('made by a test');
        await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
        await until('it is put away', async () => (await world.numberIn(stands, [first])) === 0);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await rowOf('webhook:2').getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Retry' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
        const gone = 'SELECT count(*) AS n FROM outbox_dead WHERE id = $1';
        await until('it was told', async () => (await world.numberIn(gone, [second])) === 0);
        const kept = `SELECT count(*) AS n FROM outbox_dead WHERE id = $1 AND discard_reason = 'made by a test'`;
        await until('the reason stays', async () => (await world.numberIn(kept, [first])) === 1);
        // It was made up, and nothing made up may stand in the books.
        await world.database.query('DELETE FROM outbox_dead WHERE id = $1', [first]);
      });
    },
  };
};
