import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { rawBody } from './create-http.ts';
import { Fault } from './fault.ts';

/**
 * Reads a JSON body of the given shape.
 * @throws Fault 400 that names the wrong fields.
 */
export function readJson<Shape extends z.ZodType>(request: FastifyRequest, shape: Shape): z.output<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(rawBody(request.body).toString('utf8'));
  } catch {
    throw new Fault(400, 'invalid_request', 'the body is not JSON');
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Fault(400, 'invalid_request', wrong.join('; '));
}
