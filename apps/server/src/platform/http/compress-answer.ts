import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A shorter answer fits one packet as it is. */
const fromBytes = 1024;
/** Brotli at this level packs a page of orders in about a millisecond, away from the main thread. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: brotliParams }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

/** Sends a text in the best coding that the caller takes; as it is where it is short or he takes none. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  if (bytes.length < fromBytes) return reply.send(text);
  reply.header('vary', 'Origin, Accept-Encoding');
  const coding = negotiate(request.headers['accept-encoding'] ?? '', Object.keys(encoders));
  if (coding !== 'br' && coding !== 'gzip') return reply.send(text);
  return reply.header('content-encoding', coding).send(await encoders[coding](bytes));
}
