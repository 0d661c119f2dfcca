import type { Charge, ChargeEvent } from '../charge.ts';

/** A message to a merchant before it is sent. */
export interface Told {
  /** The same event keeps its id however often it is told. */
  eventId: string;
  body: string;
}

/** How a provider tells its news. */
export interface Dialect {
  /** The message of an event, null where the provider has no word for it; wrongly signed where signatures stand in it. */
  tell: (charge: Charge, event: ChargeEvent, isWrong: boolean) => Told | null;
  /** The headers of one attempt, and the signature that the log shows. */
  seal: (message: {
    path: string;
    timestamp: string;
    body: string;
    merchantNo: string;
    secret: string;
    /** To be signed with a key that is not the merchant's. */
    isWrong: boolean;
  }) => {
    headers: Record<string, string>;
    signature: string;
  };
  isAcknowledged: (httpStatus: number | null, answer: string) => boolean;
}
