import type { OutputOf } from '@suanpan/contract/endpoint';
import type { testChannel } from '@suanpan/contract/endpoints/channel-definitions';
import { displayCount } from '@suanpan/money/display';
import { CallFault } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';

/** Makes a test call and says what came of it, in the server's words. */
export async function makeTestCall(
  ask: () => Promise<OutputOf<typeof testChannel>>,
  name: string,
): Promise<void> {
  try {
    const { message, ms, outcome } = await ask();
    toasts.emit({
      tone: outcome === 'accepted' ? 'ok' : 'fail',
      title: message,
      text: `${name} · ${displayCount(ms)} ms`,
    });
  } catch (cause) {
    if (!(cause instanceof CallFault)) throw cause;
    toasts.emit({ tone: 'fail', title: cause.message, text: name });
  }
}
