import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseDecimal } from '../decimal.ts';
import { Fault } from '../http/fault.ts';
import { readForm } from '../http/read-form.ts';
import type { Html } from '../pages/html.ts';
import type { Bank } from './bank.ts';
import type { Charge } from './charge.ts';
import {
  findChargeByAccount,
  findChargeByNo,
  findChargeByOrder,
  listCharges,
  listSteps,
} from './charges.store.ts';
import { consolePage, noChargePage, notifyLogPage } from './console-page.ts';
import { counterPage } from './counter-page.ts';
import { listDays, listStatement } from './books.store.ts';
import { readStatementDay } from './statement-day.ts';
import { statementFile } from './statement-file.ts';
import { statementsPage } from './statements-page.ts';
import { listNotifyLog } from './notifies.store.ts';
import { pageContext } from './page-frame.ts';
import { payPage } from './pay-page.ts';
import { findScenario } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';
import { takeCourse } from './take-course.ts';

const shownCharges = 60;
const shownNotifies = 60;
/** Today and the days before it that have statements to fetch. */
const statementDays = 8;
const dayMs = 86_400_000;
const taipeiMs = 8 * 3_600_000;

/** A shop may fill the form in; the payer still presses the button. */
const counterQuery = z.object({ account: z.string().catch(''), amount: z.string().catch('') });

const send = (reply: FastifyReply, markup: Html) => reply.type('text/html; charset=utf-8').send(markup.text);

function scenarioNamed(code: string): Scenario {
  const scenario = findScenario(code);
  if (!scenario) throw new Fault(400, 'invalid_request', 'unknown scenario');
  return scenario;
}

/** The pages of the bank: the console, the payer's page and the transfer counter. */
export function pageRoutes(app: FastifyInstance, bank: Bank): void {
  const chargeOf = async (request: FastifyRequest): Promise<Charge> => {
    const { chargeNo } = request.params as { chargeNo: string };
    const charge = await findChargeByNo(bank.pool, chargeNo);
    if (!charge) throw new Fault(404, 'not_found', pageContext(bank, request).words.noSuchCharge);
    return charge;
  };
  const play = async (charge: Charge, scenario: Scenario, amountMicro: bigint | null) => {
    await takeCourse(bank, charge, scenario, amountMicro);
    bank.wake();
  };

  /** A payer acts on an open charge only; a page that was left open too long changes nothing. */
  const payAsPayer = async (charge: Charge, scenario: Scenario, amountMicro: bigint | null) => {
    if (charge.status === 'pending') await play(charge, scenario, amountMicro);
  };

  async function showConsole(request: FastifyRequest, reply: FastifyReply, opened: Charge | null) {
    const charges = await listCharges(bank.pool, shownCharges);
    const charge = opened ?? charges[0] ?? null;
    const open = charge && { charge, steps: await listSteps(bank.pool, charge.id) };
    const log = await listNotifyLog(bank.pool, charge?.id ?? null, shownNotifies);
    const view = { charges, open, log, now: bank.clock.now(), speed: bank.speed };
    return send(reply, consolePage(view, pageContext(bank, request)));
  }

  app.get('/', async (request, reply) => reply.redirect(pageContext(bank, request).link('/console'), 303));
  app.get('/console', (request, reply) => showConsole(request, reply, null));
  app.get('/console/charges/:chargeNo', async (request, reply) =>
    showConsole(request, reply, await chargeOf(request)),
  );
  app.get('/console/orders/:orderNo', async (request, reply) => {
    const context = pageContext(bank, request);
    const charge = await findChargeByOrder(bank.pool, (request.params as { orderNo: string }).orderNo);
    if (charge) return reply.redirect(context.link(`/console/charges/${charge.chargeNo}`), 303);
    reply.code(404);
    return send(reply, noChargePage(context));
  });
  app.get('/console/notifies', async (request, reply) => {
    const log = await listNotifyLog(bank.pool, null, shownNotifies * 2);
    return send(reply, notifyLogPage(log, pageContext(bank, request)));
  });
  app.post('/console/charges/:chargeNo/play', async (request, reply) => {
    const form = readForm(request);
    const charge = await chargeOf(request);
    await play(charge, scenarioNamed(form['scenario'] ?? ''), null);
    return reply.redirect(pageContext(bank, request).link(`/console/charges/${charge.chargeNo}`), 303);
  });

  app.get('/pay/:chargeNo', async (request, reply) => {
    const charge = await chargeOf(request);
    return send(reply, payPage(charge, bank.clock.now().getTime(), pageContext(bank, request), null));
  });
  app.post('/pay/:chargeNo', async (request, reply) => {
    const form = readForm(request);
    const charge = await chargeOf(request);
    const context = pageContext(bank, request);
    const amountMicro = form['choice'] === 'other' ? parseDecimal(form['amount'] ?? '') : null;
    if (form['choice'] === 'other' && !amountMicro) {
      reply.code(400);
      return send(reply, payPage(charge, bank.clock.now().getTime(), context, context.words.wrongAmount));
    }
    await payAsPayer(charge, scenarioNamed(form['choice'] === 'decline' ? '01' : '00'), amountMicro);
    return reply.redirect(context.link(`/pay/${charge.chargeNo}`), 303);
  });

  app.get('/statements', async (request, reply) => {
    const from = new Date(bank.clock.now().getTime() + taipeiMs - (statementDays - 1) * dayMs);
    const days = await listDays(bank.pool, from.toISOString().slice(0, 10));
    return send(reply, statementsPage(pageContext(bank, request), days, bank.names));
  });
  app.get('/statements/:merchantNo/:file', async (request, reply) => {
    const { file, merchantNo } = request.params as { file: string; merchantNo: string };
    const day = readStatementDay(/^(.+)\.csv$/.exec(file)?.[1]);
    if (day === null || !bank.secrets.has(merchantNo)) {
      throw new Fault(404, 'not_found', pageContext(bank, request).words.noSuchStatement);
    }
    const isPlanted = (request.query as { planted?: string }).planted === '1';
    const lines = await listStatement(bank.pool, merchantNo, day);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${merchantNo}-${day}.csv"`)
      .send(statementFile(lines, isPlanted));
  });

  app.get('/counter', async (request, reply) => {
    const { account, amount } = counterQuery.parse(request.query);
    return send(reply, counterPage(pageContext(bank, request), { account, amount }, null));
  });
  app.post('/counter', async (request, reply) => {
    const { account = '', amount = '' } = readForm(request);
    const context = pageContext(bank, request);
    const amountMicro = parseDecimal(amount.trim().replaceAll(',', ''));
    const charge = await findChargeByAccount(bank.pool, account.replaceAll(/[\s-]/g, ''));
    if (!charge || !amountMicro) {
      const problem = charge ? context.words.wrongAmount : context.words.noSuchAccount;
      reply.code(400);
      return send(reply, counterPage(context, { account, amount }, problem));
    }
    await payAsPayer(charge, scenarioNamed('00'), amountMicro);
    return reply.redirect(context.link(`/pay/${charge.chargeNo}`), 303);
  });
}
