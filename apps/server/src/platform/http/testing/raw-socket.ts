import { connect } from 'node:net';

/** One answer of a connection, as far as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  /** All of it, as it came. */
  readonly raw: string;
}

/** A server that is silent for so long, on a machine however busy, has said everything. */
const silenceMs = 20_000;

/**
 * Writes bytes to a port as no decent client would and gathers whatever comes back, until the other end closes, has
 * given `expected` answers or has been silent for a while.
 */
export async function sendRaw(port: number, bytes: string, expected = 1): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  try {
    await new Promise<void>((resolve) => {
      socket.setEncoding('latin1');
      socket.setTimeout(silenceMs, resolve);
      socket.on('data', (chunk: string) => {
        heard += chunk;
        if (answersIn(heard).length >= expected) setTimeout(resolve, 20);
      });
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      // As bytes: what is above 7 bits is what the test means, not UTF-8 of it.
      socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')));
    });
  } finally {
    socket.destroy();
  }
  return answersIn(heard);
}

function answersIn(text: string): RawAnswer[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/1.1 '))
    .map((part) => {
      const end = part.indexOf('\r\n\r\n');
      const headers = part.slice(0, end === -1 ? undefined : end);
      return {
        status: Number(part.slice(9, 12)),
        headers: headers.toLowerCase(),
        raw: part,
        body: end === -1 ? '' : part.slice(end + 4),
      };
    });
}
