import { Fault } from '../http/fault.ts';

/**
 * Whoever knows a test shop that everybody knows may make orders for it, so its news go to the platform alone that shows
 * this bank, and never where a stranger says. @throws Fault for another address.
 */
export function refuseForeign({ publicBase }: { publicBase: string }, address: string): void {
  if (new URL(address).origin !== new URL(publicBase).origin) {
    throw new Fault(400, 'foreign_address', 'news of this shop go to the platform of this sandbox alone');
  }
}
