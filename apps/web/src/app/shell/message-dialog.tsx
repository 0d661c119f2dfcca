import { lazy, Suspense, useEffect, useState } from 'react';
import type { CallFault } from '../../lib/call-fault.ts';
import { unhandledFault } from '../../lib/query-client.ts';

const FaultDialog = lazy(async () => ({ default: (await import('./fault-dialog.tsx')).FaultDialog }));

/** The general message dialog: the server's own words, unchanged, wherever no screen has a place for them. */
export function MessageDialog() {
  const [fault, setFault] = useState<CallFault | null>(null);
  useEffect(() => unhandledFault.listen(setFault), []);
  if (!fault) return null;
  return (
    <Suspense fallback={null}>
      <FaultDialog fault={fault} onClose={() => setFault(null)} />
    </Suspense>
  );
}
