import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { z } from 'zod';
import { parseDecimal } from '../../decimal.ts';
import { readForm } from '../../http/read-form.ts';
import type { Html } from '../../pages/html.ts';
import type { Bank } from '../bank.ts';
import { pageContext } from '../page-frame.ts';
import { courses } from './courses.ts';
import type { Course } from './courses.ts';
import type { Incoming } from './incoming.ts';
import { insertIncoming, listLastIncoming } from './incoming.store.ts';
import { transfersPage } from './transfers-page.ts';

const text = z.string().trim().max(64).catch('');
const form = z.object({
  destination: text,
  amount: text,
  payerName: text,
  payerAccount: text,
  memo: text,
});
const shown = 60;
/** How long a chain takes until a block stands, and how long a slow one. */
const [finalMs, slowMs] = [6_000, 600_000];
const dustMicro = 1n;

const send = (reply: FastifyReply, markup: Html) => reply.type('text/html; charset=utf-8').send(markup.text);

/** The counter for payers whom no provider leads: to a card by its number, to an address over the chain. */
export function transferRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/transfers', async (request, reply) => {
    const filled = form.parse(request.query ?? {});
    const sent = await listLastIncoming(bank.pool, shown);
    return send(reply, transfersPage(pageContext(bank, request), filled, sent, null));
  });

  app.post('/transfers', async (request, reply) => {
    const fields = readForm(request);
    const filled = form.parse(fields);
    const context = pageContext(bank, request);
    const amountMicro = parseDecimal(filled.amount.replaceAll(',', ''));
    const destination = filled.destination.replaceAll(/[\s-]/g, '');
    const isChain = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(destination);
    if (!amountMicro || !(isChain || /^99\d{6,18}$/.test(destination))) {
      const problem = amountMicro ? context.words.noSuchAccount : context.words.wrongAmount;
      const sent = await listLastIncoming(bank.pool, shown);
      reply.code(400);
      return send(reply, transfersPage(context, filled, sent, problem));
    }
    const course = courses.find((each) => each === fields['course']) ?? 'final';
    const orNull = (value: string): string | null => (value === '' ? null : value);
    await insertIncoming(bank.pool, {
      ref: createHash('sha256').update(randomUUID()).digest('hex'),
      destination,
      payerName: isChain ? null : orNull(filled.payerName),
      payerAccount: orNull(filled.payerAccount),
      memo: isChain ? null : orNull(filled.memo),
      ...(isChain
        ? overChain(bank, course, amountMicro)
        : { amountMicro, currency: 'TWD', token: null, sentAt: new Date(bank.system()), finalAt: null }),
    });
    return reply.redirect(context.link('/transfers'), 303);
  });
}

type Sent = Pick<Incoming, 'amountMicro' | 'currency' | 'token' | 'sentAt' | 'finalAt'>;

function overChain(bank: Bank, course: Course, amountMicro: bigint): Sent {
  const sentAt = new Date(bank.system());
  const standsAfterMs = (course === 'slow' ? slowMs : finalMs) / bank.speed;
  return {
    amountMicro: course === 'dust' ? dustMicro : amountMicro,
    currency: 'USDT',
    token: course === 'fake' ? tronSandbox.fakeToken : tronSandbox.token,
    sentAt,
    finalAt: course === 'reverted' ? null : new Date(sentAt.getTime() + standsAfterMs),
  };
}
