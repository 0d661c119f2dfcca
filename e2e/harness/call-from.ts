import { request } from 'node:http';

export interface AnswerFrom {
  readonly status: number;
  readonly text: string;
}

/** One GET that leaves from an address of our own loopback network, e.g. 127.0.0.2: a caller of another address. */
export function callFrom(localAddress: string, url: string): Promise<AnswerFrom> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { localAddress, agent: false, timeout: 10_000 }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
