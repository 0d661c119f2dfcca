import type { FastifyRequest } from 'fastify';
import { rawBody } from './create-http.ts';
import { Fault } from './fault.ts';

/**
 * Reads the form a page of ours posted.
 * @throws Fault when another site made the browser post it: these pages share the origin of the platform.
 */
export function readForm(request: FastifyRequest): Record<string, string> {
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') {
    throw new Fault(403, 'foreign_form', 'forms are accepted from our own pages only');
  }
  return Object.fromEntries(new URLSearchParams(rawBody(request.body).toString('utf8')));
}
