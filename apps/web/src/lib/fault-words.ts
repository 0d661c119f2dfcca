/** The messages that the browser itself must be able to say while nothing can be loaded. */
export interface FaultWords {
  readonly network: string;
  readonly busy: string;
  readonly limited: string;
  /** A session that ended without a word of the server's. */
  readonly ended: string;
}

let words: FaultWords = {
  network: 'check your network status',
  busy: 'server busy, try again',
  limited: 'too many requests in a short time, system temporarily locked',
  ended: 'Your session has ended, sign in again',
};

export function faultWords(): FaultWords {
  return words;
}

/** Called whenever a language has been loaded. */
export function setFaultWords(translated: FaultWords): void {
  words = translated;
}
