import { useState } from 'react';
import { CallFault, saidOf } from './call-fault.ts';

export interface Sending {
  readonly isBusy: boolean;
  readonly fault: CallFault | null;
  /** What the server said of one field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Resolves to the refusal, which stays until the next try, or to null once it is done. */
  readonly send: (act: () => Promise<unknown>) => Promise<CallFault | null>;
}

/** A form on its way: busy until it is answered, and what was refused is said beside what was typed. */
export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  return {
    isBusy,
    fault,
    errorOf: (field) => (fault ? saidOf(fault, field) : undefined),
    async send(act) {
      setBusy(true);
      setFault(null);
      try {
        await act();
        return null;
      } catch (cause) {
        if (!(cause instanceof CallFault)) throw cause;
        setFault(cause);
        return cause;
      } finally {
        setBusy(false);
      }
    },
  };
}
