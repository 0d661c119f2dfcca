import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that runs, for whoever has to end it without Fastify. */
export interface RequestScope {
  /** Answers 500 if nothing was answered yet, else cuts what is under way. */
  readonly fail: () => void;
}

const running = new AsyncLocalStorage<RequestScope>();

/** Runs `work` and all that it sets going as a part of one request. */
export function inRequest<T>(scope: RequestScope, work: () => T): T {
  return running.run(scope, work);
}

/** The request that what runs now belongs to; undefined for the house's own work. */
export function requestNow(): RequestScope | undefined {
  return running.getStore();
}
