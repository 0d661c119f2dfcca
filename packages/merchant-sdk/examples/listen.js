// A shop's server: SUANPAN_WEBHOOK_SECRET and PORT stand in the environment.
import { createServer } from 'node:http';
import { CallbackRefused, readCallback } from '@suanpan/merchant-sdk';

const seen = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = readCallback(request.headers, Buffer.concat(chunks), [process.env.SUANPAN_WEBHOOK_SECRET]);
    // It comes at least once. A shop keeps these ids in its database, in the transaction that ships the goods.
    if (!seen.has(event.id)) console.log(event.type, event.data.order_no, event.data.status);
    seen.add(event.id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof CallbackRefused)) throw error;
    console.error('refused', error.reason);
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 8090), () => console.log('listening'));
