import type { OrderEvent, ServerEvents } from '@suanpan/contract/realtime/events';
import type { Socket } from 'socket.io-client';
import { createSignal, type Signal } from './signal.ts';
import { currentSession, sessionEnded } from './session.ts';

/** What the dot in the top bar says. */
export type Connection = 'live' | 'reconnecting' | 'offline';

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];

export const notificationArrived: Signal<Payload<'notification'>> = createSignal();
/** Changed orders; `null` when only their number is known and a list has to be read again. */
export const ordersChanged: Signal<readonly OrderEvent[] | null> = createSignal();
export const balanceChanged: Signal<Payload<'balance'>> = createSignal();
export const exportChanged: Signal<Payload<'export'>> = createSignal();
/** Something began or ended to wait for a second person. */
export const approvalsChanged: Signal<Payload<'approvals'>> = createSignal();
/** The socket was lost and is back: everything on the page is read again. */
export const reconnected: Signal<void> = createSignal();
export const connectionChanged: Signal<Connection> = createSignal();

let socket: Socket<ServerEvents> | null = null;
/** The client is being fetched: whoever asks meanwhile must not open a second socket, which would tell all twice. */
let isOpening = false;
let connection: Connection = 'offline';

export function connectionState(): Connection {
  return connection;
}

function show(next: Connection): void {
  if (next === connection) return;
  connection = next;
  connectionChanged.emit(next);
}

/** The reasons that were logged since the line was last up: each is worth one line, not one a try. */
const logged = new Set<string>();

/** The specification (§8) has a failure of the line logged, and shown as no error. */
function logFailure(what: string, reason: string): void {
  const line = `realtime: ${what} (${reason})`;
  if (logged.has(line)) return;
  logged.add(line);
  console.warn(line);
}

/** Opens the user's socket; the dot and its words tell how it is. */
export async function openSocket(): Promise<void> {
  const session = currentSession();
  if (socket || isOpening || !session) return;
  isOpening = true;
  const { io } = await import('socket.io-client').finally(() => {
    isOpening = false;
  });
  // Meanwhile this session may have ended, and another one begun.
  if (currentSession()?.token !== session.token) return openSocket();
  const opened: Socket<ServerEvents> = io({
    auth: { token: session.token },
    transports: ['websocket', 'polling'],
  });
  socket = opened;
  show('reconnecting');
  let wasConnected = false;
  opened.on('connect', () => {
    show('live');
    logged.clear();
    if (wasConnected) reconnected.emit();
    wasConnected = true;
  });
  opened.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') logFailure('the line was lost', reason);
    show('reconnecting');
    // Cut by the server because rights have changed: come back with the new ones; an ended session is told so then.
    if (reason === 'io server disconnect') opened.connect();
  });
  opened.on('connect_error', (error) => {
    if (error.message === '10001') {
      closeSocket();
      sessionEnded.emit({ message: null });
      return;
    }
    logFailure('no line could be opened', error.message);
    // A refusal ends the attempts, a broken line does not.
    show(opened.active ? 'reconnecting' : 'offline');
  });
  opened.on('notification', notificationArrived.emit);
  opened.on('order', (change) => ordersChanged.emit('orders' in change ? change.orders : null));
  opened.on('balance', balanceChanged.emit);
  opened.on('export', exportChanged.emit);
  opened.on('approvals', approvalsChanged.emit);
  opened.on('session', () => sessionEnded.emit({ message: null }));
}

export function closeSocket(): void {
  socket?.close();
  socket = null;
  show('offline');
}
