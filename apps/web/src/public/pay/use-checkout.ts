import { checkoutPollMs, checkoutPollSlowAfterMs, checkoutPollSlowMs } from '@suanpan/domain/limits';
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { now } from '../../lib/clock.ts';
import { currentLocale } from '../../lib/locale.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { payCall, PayFault, type FirstView, type PayAction } from './pay-api.ts';

export interface Checkout {
  readonly view: CheckoutView | null;
  readonly fault: PayFault | null;
  readonly isBusy: boolean;
  /** Milliseconds until the order expires, by the server's clock. */
  readonly leftMs: number;
  act(action: PayAction, fields?: Record<string, string>): Promise<void>;
}

/** An order as the server told it, and when by the browser's clock it was asked for, or came. */
interface Known {
  readonly view: CheckoutView;
  readonly atMs: number;
}

/**
 * One order as the payer sees it, kept up to date by its socket room and, without one, by asking again. What it was when
 * the page came stands at once, and is asked for again where it came in another language or long before the page.
 */
export function useCheckout(token: string, first: FirstView | null): Checkout {
  const [known, setKnown] = useState<Known | null>(first && { view: first.view, atMs: first.askedAtMs });
  const [fault, setFault] = useState<PayFault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [leftMs, setLeftMs] = useState(first ? leftIn(first.view, first.askedAtMs) : 0);
  const view = known?.view ?? null;
  const isFinal = view !== null && view.status !== 'pending';

  const take = useCallback((next: CheckoutView) => {
    const atMs = now();
    setKnown({ view: next, atMs });
    setLeftMs(leftIn(next, atMs));
    setFault(null);
  }, []);
  const read = useCallback(async () => {
    try {
      take(await payCall(token));
    } catch (error) {
      if (error instanceof PayFault) setFault(error);
      else throw error;
    }
  }, [take, token]);

  usePolling(read, { isOver: isFinal || fault?.kind === 'gone', isRead: isUpToDate(first) });
  useRoom(token, read, isFinal);

  const expiresAt = view?.expires_at;
  const serverTime = view?.server_time;
  const knownAtMs = known?.atMs;
  useEffect(() => {
    if (expiresAt === undefined || serverTime === undefined || knownAtMs === undefined) return undefined;
    const offsetMs = Date.parse(serverTime) - knownAtMs;
    const tick = (): void => setLeftMs(Math.max(0, Date.parse(expiresAt) - now() - offsetMs));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, serverTime, knownAtMs]);

  const act = async (action: PayAction, fields: Record<string, string> = {}): Promise<void> => {
    setBusy(true);
    try {
      take(await payCall(token, action, fields));
    } catch (error) {
      if (error instanceof PayFault) setFault(error);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return { view, fault, isBusy, leftMs, act };
}

/** What is left of the order's time, in milliseconds, by a view that was known at a moment of the browser's clock. */
function leftIn(view: CheckoutView, knownAtMs: number): number {
  return Math.max(0, Date.parse(view.expires_at) - Date.parse(view.server_time) - (now() - knownAtMs));
}

/** On a slow line the answer is here long before the page that shows it: the order may be paid or over by then. */
function isUpToDate(first: FirstView | null): boolean {
  return first?.locale === currentLocale() && now() - first.askedAtMs < checkoutPollMs;
}

/** Every 3 s for two minutes, then every 10 s; not while the page is hidden, and at once when it is seen again. */
function usePolling(
  read: () => Promise<void>,
  { isOver, isRead }: { readonly isOver: boolean; readonly isRead: boolean },
): void {
  const wasRead = useRef(isRead);
  const startedAt = useRef(now());
  useEffect(() => {
    if (isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      const isQuick = now() - startedAt.current < checkoutPollSlowAfterMs;
      timer = setTimeout(run, isQuick ? checkoutPollMs : checkoutPollSlowMs);
    };
    const run = (): void => {
      if (document.hidden) return again();
      void read().then(again);
    };
    const seen = (): void => {
      if (!document.hidden) void read();
    };
    if (wasRead.current) again();
    else void read().then(again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [read, isOver]);
}

/** Joins the room of this token; whatever is said there means: read again. */
function useRoom(token: string, read: () => Promise<void>, isOver: boolean): void {
  useEffect(() => {
    if (isOver) return undefined;
    let close = (): void => {};
    let isLeft = false;
    const join = async (): Promise<void> => {
      const { io } = await import('socket.io-client');
      if (isLeft) return;
      const socket = io({
        auth: { checkout: token },
        transports: ['websocket'],
        reconnectionDelayMax: 10_000,
      });
      socket.on('checkout', () => void read());
      close = () => void socket.disconnect();
    };
    // The page stands first: until then it is asked for anyway.
    whenIdle(() => void join());
    return () => {
      isLeft = true;
      close();
    };
  }, [token, read, isOver]);
}
