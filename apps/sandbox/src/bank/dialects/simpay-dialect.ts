import { simpayHeaders } from '@suanpan/signing/simpay';
import { presentEvent } from '../present-charge.ts';
import type { Dialect } from './dialect.ts';

/** The bank's own language: JSON, signed anew in the headers of each attempt. */
export const simpayDialect: Dialect = {
  tell: (charge, event) => {
    const told = presentEvent(charge, event);
    return { eventId: told.event_id, body: JSON.stringify(told) };
  },
  seal: ({ body, isWrong, merchantNo, path, secret, timestamp }) => {
    const message = { method: 'POST', path, timestamp, body };
    const headers = simpayHeaders(message, merchantNo, isWrong ? `${secret}-wrong` : secret);
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      signature: headers['x-sim-signature'] ?? '',
    };
  },
  isAcknowledged: (httpStatus, answer) => httpStatus === 200 && answer.trim() === 'OK',
};
