import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ServerEvents } from '@suanpan/contract/realtime/events';

/** A browser's socket that remembers what it was told. */
export interface LiveSocket {
  readonly socket: Socket;
  readonly told: readonly { readonly event: string; readonly payload: unknown }[];
  /** What was told by one kind of event, in order. */
  of<Name extends keyof ServerEvents>(event: Name): Parameters<ServerEvents[Name]>[0][];
  close(): void;
}

/** Opens a socket with a session's or a checkout's token; rejects with the server's reason when it is refused. */
export function openSocket(
  url: string,
  auth: { readonly token?: string; readonly checkout?: string },
): Promise<LiveSocket> {
  const socket = io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true });
  const told: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => told.push({ event, payload }));
  const live: LiveSocket = {
    socket,
    told,
    of: (name) => told.filter(({ event }) => event === name).map(({ payload }) => payload as never),
    close: () => void socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(live));
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
}
