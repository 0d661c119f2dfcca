import { request } from 'node:http';

export interface AnswerFrom {
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One call that leaves from an address of our own loopback network, e.g. 127.0.0.2: a caller of another address. */
export function callFrom(localAddress: string, url: string, sent?: Sent): Promise<AnswerFrom> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        localAddress,
        agent: false,
        timeout: 10_000,
        ...(sent !== undefined && { method: sent.method, headers: sent.headers }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(sent?.body);
  });
}
