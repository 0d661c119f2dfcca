import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { prefixOf } from '../http/create-http.ts';
import { Fault } from '../http/fault.ts';
import { readForm } from '../http/read-form.ts';
import type { Html } from '../pages/html.ts';
import { languageOf } from '../pages/language-of.ts';
import { courseOf, readBasket } from './basket.ts';
import { cartPage } from './cart-page.ts';
import { cartScript } from './cart-script.ts';
import type { Shop } from './echo-environment.ts';
import { listEvents } from './events.store.ts';
import { modeNamed } from './modes.ts';
import { orderPage } from './order-page.ts';
import { findOrder, insertOrder } from './orders.store.ts';
import type { Platform } from './platform.ts';
import { echoWords } from './words.ts';

const shownEvents = 100;

const send = (reply: FastifyReply, markup: Html) => reply.type('text/html; charset=utf-8').send(markup.text);

/** The shop's counter: the cart, placing an order with the shop's own key, and the page of what was bought. */
export function cartRoutes(
  app: FastifyInstance,
  echo: {
    pool: pg.Pool;
    clock: Clock;
    shops: readonly Shop[];
    publicBase: string;
    bankPages: string;
    platform: Platform;
  },
): void {
  const { pool, platform, bankPages } = echo;
  const prefix = prefixOf(echo.publicBase);
  const shopNamed = (name: string | undefined): Shop => {
    const found =
      echo.shops.find(({ shop }) => shop === name) ??
      echo.shops.find(({ selling }) => selling !== undefined) ??
      echo.shops[0];
    if (!found) throw new Fault(404, 'not_found', 'no such shop');
    return found;
  };
  // The platform calls a program where it listens, not where browsers see it.
  const ownOrigin = (): string => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const showCart = (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { shop?: string | undefined; course?: string | undefined; answer?: string | undefined },
    problem: string | null,
  ) =>
    send(
      reply,
      cartPage({
        shops: echo.shops,
        shop: shopNamed(asked.shop),
        course: courseOf(asked.course),
        answer: modeNamed(asked.answer),
        problem,
        language: languageOf(request),
        prefix,
      }),
    );

  app.get('/assets/cart.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=60').send(cartScript),
  );
  app.get('/', async (request, reply) => {
    const { shop, course, answer } = request.query as { shop?: string; course?: string; answer?: string };
    return showCart(request, reply, { shop, course, answer }, null);
  });

  app.post('/orders', async (request, reply) => {
    const form = readForm(request);
    const language = languageOf(request);
    const words = echoWords[language];
    const shop = shopNamed(form['shop']);
    const basket = readBasket(form, language);
    if (basket === null || shop.selling === undefined) {
      reply.code(400);
      return showCart(request, reply, form, basket === null ? words.emptyCart : words.notSelling);
    }
    const { currency } = shop.selling;
    const answer = modeNamed(form['answer']);
    const orderNo = `SHOP-${echo.clock().toString(36).toUpperCase()}-${randomBytes(2).toString('hex').toUpperCase()}`;
    try {
      const placed = await platform.create(shop.selling, {
        order_no: orderNo,
        amount: `${basket.total}.00`,
        currency,
        product_name: basket.lines.map(({ name, count }) => `${name} ×${count}`).join(', '),
        return_url: `${echo.publicBase}/orders/${orderNo}`,
        locale: language,
        ...(answer !== 'ok' && { notify_url: `${ownOrigin()}/hooks/${shop.shop}/as/${answer}` }),
      });
      await insertOrder(pool, {
        orderNo,
        shop: shop.shop,
        collectionId: placed.id,
        placedAt: new Date(echo.clock()),
        lines: basket.lines,
        total: basket.total,
        currency,
        course: basket.course,
        checkoutUrl: placed.checkout_url,
      });
      return await reply.redirect(placed.checkout_url, 303);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      reply.code(error.statusCode);
      return showCart(request, reply, form, words.notTaken.replace('{reason}', error.message));
    }
  });

  app.get('/orders/:orderNo', async (request, reply) => {
    const { orderNo } = request.params as { orderNo: string };
    const language = languageOf(request);
    const order = await findOrder(pool, orderNo);
    const selling = order && shopNamed(order.shop).selling;
    if (!order || !selling) throw new Fault(404, 'not_found', echoWords[language].noSuchOrder);
    const events = await listEvents(pool, { shop: order.shop, orderNo, limit: shownEvents });
    const now = await platform.look(selling, order.collectionId);
    return send(reply, orderPage({ order, events, now, bankPages, language, prefix }));
  });
}
