import { captcha } from '@suanpan/contract/endpoints/login';
import { call } from './api.ts';

interface Solved {
  number: number;
}

/**
 * Fetches a proof-of-work challenge and solves it in a worker. Base64 of the solution, good for one use; with a name it
 * costs what was tried at that name.
 */
export async function solveCaptcha(username?: string): Promise<string> {
  const challenge = await call(captcha, username === undefined ? {} : { username });
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
  try {
    const solved = await new Promise<Solved | null>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<Solved | null>) => resolve(event.data);
      worker.onerror = () => reject(new Error('the bot check could not be computed'));
      worker.postMessage(challenge);
    });
    if (!solved) throw new Error('the bot check has no solution');
    const { algorithm, salt, signature } = challenge;
    return btoa(
      JSON.stringify({ algorithm, challenge: challenge.challenge, number: solved.number, salt, signature }),
    );
  } finally {
    worker.terminate();
  }
}
