import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { prefixOf, rawBody } from '../http/create-http.ts';
import { Fault } from '../http/fault.ts';
import { readForm } from '../http/read-form.ts';
import { readJson } from '../http/read-json.ts';
import { languageOf } from '../pages/language-of.ts';
import { withLanguage } from '../pages/page.ts';
import { wait } from '../wait.ts';
import type { Shop } from './echo-environment.ts';
import {
  countAttempt,
  findBehaviour,
  insertEvent,
  listEvents,
  saveBehaviour,
  sumEvents,
} from './events.store.ts';
import { answerOf, modes } from './modes.ts';
import type { Mode } from './modes.ts';
import { readCallback } from './read-callback.ts';
import { shopPage } from './shop-page.ts';

const behaviourInput = z.strictObject({
  mode: z.enum(modes),
  n: z.coerce.number().int().min(1).max(20).default(3),
});
const eventQuery = z.object({
  shop: z.string().optional(),
  order_no: z.string().optional(),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});
const shownEvents = 100;

/** Headers worth keeping; a proxy may pass a visitor's cookies along, and those are nobody's business here. */
const keptHeaders = /^(webhook-|content-type$|user-agent$|x-)/;

const headersOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => keptHeaders.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** The addresses of the echo shop. */
export function echoRoutes(
  app: FastifyInstance,
  echo: {
    pool: pg.Pool;
    clock: Clock;
    shops: readonly Shop[];
    publicBase: string;
    slowMs: number;
    stopping: AbortSignal;
  },
): void {
  const { pool, clock } = echo;
  const prefix = prefixOf(echo.publicBase);
  const shops = new Map(echo.shops.map((shop) => [shop.shop, shop]));
  const shopOf = (request: FastifyRequest): Shop => {
    const shop = shops.get((request.params as { shop: string }).shop);
    if (!shop) throw new Fault(404, 'not_found', 'no such shop');
    return shop;
  };

  async function take(request: FastifyRequest, reply: FastifyReply, fixed?: Mode): Promise<FastifyReply> {
    const shop = shopOf(request);
    const body = rawBody(request.body);
    const nowMs = clock();
    const callback = readCallback(shop, request.headers, body, Math.floor(nowMs / 1000));
    const own = await findBehaviour(pool, shop.shop);
    const behaviour = { ...own, mode: fixed ?? own.mode };
    const attempt = await countAttempt(pool, shop.shop, callback.eventKey);
    const answer = answerOf(behaviour, { verified: callback.verified, attempt });
    await insertEvent(pool, {
      ...callback,
      shop: shop.shop,
      receivedAt: new Date(nowMs),
      attempt,
      mode: behaviour.mode,
      answered: answer.status,
      headers: headersOf(request),
      // PostgreSQL keeps no NUL in text; whoever sends one is not verified by what is shown here.
      body: body.toString('utf8').replaceAll('\0', '\ufffd'),
    });
    if (answer.isSlow) await wait(echo.slowMs, echo.stopping);
    if (answer.location) reply.header('location', answer.location);
    return reply.code(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  }

  app.post('/hooks/:shop', (request, reply) => take(request, reply));

  /** An address that always answers in one way, whatever the shop is set to. */
  app.post('/hooks/:shop/as/:mode', (request, reply) => {
    const { mode } = request.params as { mode: string };
    const fixed = modes.find((each) => each === mode);
    if (fixed === undefined) throw new Fault(404, 'not_found', 'no such mode');
    return take(request, reply, fixed);
  });

  app.post('/hooks/:shop/mode', async (request, reply) => {
    const { shop } = shopOf(request);
    if (!isForm(request)) {
      const behaviour = readJson(request, behaviourInput);
      await saveBehaviour(pool, shop, behaviour);
      return { shop, ...behaviour };
    }
    const behaviour = behaviourInput.safeParse(readForm(request));
    if (!behaviour.success) throw new Fault(400, 'invalid_request', 'unknown mode');
    // The count of the n-th mode survives a change of mode.
    const n = behaviour.data.mode === 'flaky' ? behaviour.data.n : (await findBehaviour(pool, shop)).n;
    await saveBehaviour(pool, shop, { mode: behaviour.data.mode, n });
    return reply.redirect(`${prefix}${withLanguage('/callbacks', languageOf(request))}`, 303);
  });

  app.get('/events', async (request) => {
    const query = eventQuery.safeParse(request.query);
    if (!query.success) throw new Fault(400, 'invalid_request', 'wrong query');
    const { shop, order_no, after, limit } = query.data;
    const events = await listEvents(pool, { shop, orderNo: order_no, afterId: after, limit });
    return {
      events: events.map((event) => ({
        id: event.id.toString(),
        shop: event.shop,
        received_at: event.receivedAt.toISOString(),
        form: event.form,
        verified: event.verified,
        reason: event.reason,
        event_id: event.eventKey,
        attempt: event.attempt,
        type: event.type,
        order_no: event.orderNo,
        status: event.status,
        mode: event.mode,
        answered: event.answered,
        headers: event.headers,
        body: event.body,
      })),
    };
  });

  app.get('/callbacks', async (request, reply) => {
    const totals = new Map((await sumEvents(pool)).map((each) => [each.shop, each]));
    const entries = echo.shops.map(async ({ shop, selling }) => ({
      shop,
      name: selling?.name ?? shop,
      behaviour: await findBehaviour(pool, shop),
      totals: totals.get(shop) ?? { shop, received: 0n, verified: 0n, repeated: 0n },
    }));
    const view = {
      shops: await Promise.all(entries),
      events: await listEvents(pool, { limit: shownEvents }),
      language: languageOf(request),
      prefix,
    };
    return reply.type('text/html; charset=utf-8').send(shopPage(view).text);
  });
}
