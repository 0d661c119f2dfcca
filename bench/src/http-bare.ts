import { fastify } from 'fastify';
import { signedCalls } from './http-load.ts';
import { tellCpu } from './tell-cpu.ts';

// The yardstick: bare routes that parse the same bodies and answer as much.
const app = fastify({ logger: false });
const answer = {
  id: 'col_C2611210000000017',
  status: 'pending',
  checkout_url: 'x'.repeat(120),
  filler: 'y'.repeat(480),
};
for (const { path } of Object.values(signedCalls))
  app.post(path, async (request, reply) => {
    const body = request.body as { order_no?: unknown };
    return reply.code(201).send({ ...answer, order_no: body.order_no });
  });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
tellCpu();
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
