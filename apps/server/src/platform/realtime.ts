import { orderEventCoalesceMs, orderEventFullMax } from '@suanpan/domain/limits';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerEvents, OrderEvent } from '@suanpan/contract/realtime/events';
import { createAdapter } from '@socket.io/postgres-adapter';
import { Refusal } from '@suanpan/domain/errors';
import type pg from 'pg';
import { Server } from 'socket.io';
import { ordinaryLimits } from './db/connection-settings.ts';
import { openPool } from './db/database.ts';
import { addressMatcher, clientIp } from './http/client-ip.ts';
import { toRefusal } from './http/fault.ts';
import { refuse, refuseSocket, socketPath } from './http/server-door.ts';
import { openListeners } from './listeners.ts';
import type { Log } from './log.ts';

/** What a browser brings: its session token, or the token of one checkout page. */
export interface Handshake {
  readonly token?: string;
  readonly checkout?: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly cookieHeader: string;
}

/** What the server lets it hear. Rooms are chosen here and nowhere else. */
export interface Hearing {
  readonly userId?: bigint;
  readonly sessionId?: bigint;
  readonly rooms: readonly string[];
}

type EventName = keyof ServerEvents;
type Payload<Name extends EventName> = Parameters<ServerEvents[Name]>[0];

export interface Realtime {
  toUser<Name extends EventName>(userId: bigint, event: Name, payload: Payload<Name>): void;
  toRoom<Name extends EventName>(room: string, event: Name, payload: Payload<Name>): void;
  /** Joins the next `order` event of each room: at most one every 200 ms, ids only above 50 orders. */
  order(rooms: readonly string[], change: OrderEvent): void;
  /** Tells the session's browsers to sign out and cuts them, on every node. */
  disconnectSession(sessionId: bigint): void;
  /** Cuts all sockets of a user; his browsers come back and are asked for their rights anew. */
  reconnectUser(userId: bigint): void;
  /** Cuts this node's sockets of such addresses; whoever may come back is let in again. */
  disconnectAddresses(isRefused: (ip: string) => boolean): void;
  /** Whether any browser listens, on any node. Ask after the commit: whoever comes later reads the change itself. */
  isHeard(): Promise<boolean>;
  readonly connected: number;
  close(): Promise<void>;
}

export interface RealtimeOptions {
  readonly server: HttpServer;
  /** Counts the opening of a socket before anything is kept for it. Throws a Refusal. */
  readonly admit?: (ip: string) => Promise<void>;
  /** Throws `Refusal('sessionEnded')` for a bad or ended token. */
  readonly authenticate: (handshake: Handshake) => Promise<Hearing>;
  readonly databaseUrl: string;
  /** Browsers of other origins are refused. */
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Of every answer of the server, also where no socket is opened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** How long an ended session's socket may still hear that it has ended. */
const cutAfterMs = 250;
/** How a line ends that nobody has closed. */
const failures: ReadonlySet<string> = new Set([
  'transport error',
  'ping timeout',
  'parse error',
  'forced server close',
]);
const frameLimitBytes = 64 * 1024;
const slowReaderBytes = 1024 * 1024;

export const userRoom = (userId: bigint): string => `user:${userId}`;
const sessionRoom = (sessionId: bigint): string => `session:${sessionId}`;

/** Socket.IO on the HTTP server's port. Events reach the browsers of every node through PostgreSQL. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const { log } = options;
  const isTrusted = addressMatcher(options.trustedProxies);
  const ipOf = ({ headers, socket }: IncomingMessage): string =>
    clientIp(socket.remoteAddress, headers['x-forwarded-for'], isTrusted);
  const origins = new Set(options.allowedOrigins);
  const pool = openPool(
    options.databaseUrl,
    { name: 'suanpan realtime', max: 4, limits: ordinaryLimits, driverTypes: true },
    log,
  );
  const { adapterPool, releaseAll } = listenSafely(pool);
  const io = new Server<Record<string, never>, ServerEvents>(options.server, {
    path: socketPath,
    // Our browsers bring their own client.
    serveClient: false,
    maxHttpBufferSize: frameLimitBytes,
    cors: { origin: [...origins] },
    allowRequest: (request, done) => {
      const { origin } = request.headers;
      if (origin !== undefined && !origins.has(origin)) return done(null, false);
      Promise.resolve(options.admit?.(ipOf(request))).then(
        () => done(null, true),
        (error: unknown) => refuseHandshake(request, toRefusal(error), options.headers),
      );
    },
    adapter: createAdapter(adapterPool as never, {
      errorHandler: (error) => log.warn({ err: error }, 'realtime could not reach the other nodes'),
    }),
  });

  const addresses = new Map<string, string>();
  const listeners = openListeners(pool, () => addresses.size > 0, log);
  io.use((socket, next) => {
    const auth = socket.handshake.auth as { token?: unknown; checkout?: unknown };
    const { headers } = socket.request;
    const ip = ipOf(socket.request);
    addresses.set(socket.id, ip);
    // Not the socket's own end, which one that leaves before it was let in never has.
    socket.conn.once('close', () => addresses.delete(socket.id));
    const handshake = {
      ...(typeof auth.token === 'string' ? { token: auth.token } : {}),
      ...(typeof auth.checkout === 'string' ? { checkout: auth.checkout } : {}),
      ip,
      userAgent: (headers['user-agent'] ?? '').slice(0, 512),
      cookieHeader: headers.cookie ?? '',
    };
    options
      .authenticate(handshake)
      .then(async () => {
        await listeners.announce();
        // Once more, since that may wait: whose session ended meanwhile had no socket yet that could be cut.
        return options.authenticate(handshake);
      })
      .then(async (hearing) => {
        const own = [
          ...(hearing.userId === undefined ? [] : [userRoom(hearing.userId)]),
          ...(hearing.sessionId === undefined ? [] : [sessionRoom(hearing.sessionId)]),
        ];
        await socket.join([...own, ...hearing.rooms]);
        next();
      })
      .catch((error: unknown) => {
        addresses.delete(socket.id);
        const code = error instanceof Refusal ? error.code : 20_500;
        if (error instanceof Refusal) log.info({ code }, 'a socket was refused');
        else log.warn({ err: error }, 'a socket could not be authenticated');
        next(Object.assign(new Error(String(code)), { data: { code } }));
      });
  });
  io.engine.on('connection_error', ({ code, message, req }: FailedOpening) => {
    log.info({ code, reason: message }, 'a socket could not be opened');
    // What Engine.IO and its library say to an upgrade themselves bears none of our headers.
    if (req.res === undefined) refuseSocket(req.socket, code === forbidden ? 403 : 400, options.headers);
  });
  // Engine.IO makes its library anew once the server listens.
  options.server.on('listening', () => {
    const { ws } = io.engine as unknown as { readonly ws: EventEmitter };
    ws.on('wsClientError', (_error: Error, socket: Duplex) => refuseSocket(socket, 400, options.headers));
  });
  io.on('connection', (socket) => {
    socket.on('disconnect', (reason) => {
      if (failures.has(reason)) log.info({ reason }, 'a socket was lost');
    });
    // Browsers only listen here; whoever speaks is not one of ours.
    socket.onAny(() => socket.disconnect(true));
  });

  const pending = new Map<string, Map<string, OrderEvent>>();
  let flushing: NodeJS.Timeout | undefined;
  function flush(): void {
    flushing = undefined;
    for (const [room, changes] of pending) {
      const orders = [...changes.values()];
      io.to(room).emit(
        'order',
        orders.length > orderEventFullMax ? { ids: orders.map(({ id }) => id) } : { orders },
      );
    }
    pending.clear();
  }

  const slowReaders = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      const transport = socket.conn.transport as { socket?: { bufferedAmount?: number } };
      if ((transport.socket?.bufferedAmount ?? 0) > slowReaderBytes) socket.conn.close(true);
    }
  }, 2_000);
  slowReaders.unref();

  const cuts = new Set<NodeJS.Timeout>();

  return {
    toUser: (userId, event, payload) => void io.to(userRoom(userId)).emit(event, ...([payload] as never)),
    toRoom: (room, event, payload) => void io.to(room).emit(event, ...([payload] as never)),
    order(rooms, change) {
      for (const room of rooms) {
        const changes = pending.get(room) ?? new Map<string, OrderEvent>();
        // Set anew, so that the last change of an order stands last.
        changes.delete(`${change.kind}:${change.id}`);
        pending.set(room, changes.set(`${change.kind}:${change.id}`, change));
      }
      flushing ??= setTimeout(flush, orderEventCoalesceMs);
    },
    disconnectSession(sessionId) {
      const room = sessionRoom(sessionId);
      io.to(room).emit('session', { code: 10_001 });
      // An event reaches our own sockets only after the other nodes were told; a cut at once would overtake it.
      const cut = setTimeout(() => {
        cuts.delete(cut);
        io.in(room).disconnectSockets(true);
      }, cutAfterMs);
      cuts.add(cut);
    },
    reconnectUser: (userId) => io.in(userRoom(userId)).disconnectSockets(true),
    disconnectAddresses(isRefused) {
      for (const socket of io.of('/').sockets.values()) {
        // Closing the transport, not the socket: the browser tries again, and is refused if he is meant.
        if (isRefused(addresses.get(socket.id) ?? '')) socket.conn.close();
      }
    },
    isHeard: () => listeners.areThere(),
    get connected() {
      return io.of('/').sockets.size;
    },
    async close() {
      clearInterval(slowReaders);
      clearTimeout(flushing);
      for (const cut of cuts) clearTimeout(cut);
      flush();
      // Closing the transport, not the socket: browsers then come back by themselves.
      for (const socket of io.of('/').sockets.values()) socket.conn.close();
      await io.of('/').adapter.close();
      io.engine.close();
      listeners.close();
      releaseAll();
      await pool.end();
    },
  };
}

interface FailedOpening {
  readonly code: number;
  readonly message: string;
  /** Without a response where it asked for an upgrade. */
  readonly req: IncomingMessage & { readonly res?: ServerResponse };
}

/** Engine.IO's number for a foreign origin. */
const forbidden = 4;

/** Engine.IO would say 400 or 403 whatever the reason, so the answer is ours; it then forgets the request. */
function refuseHandshake(
  request: IncomingMessage & { res?: ServerResponse },
  refusal: Refusal,
  ours: Readonly<Record<string, string>>,
): void {
  const headers = { ...ours, 'retry-after': refusal.params['retryAfterS'] ?? '1' };
  if (request.res === undefined) refuseSocket(request.socket, refusal.http, headers);
  else refuse(request.res, refusal.http, headers);
}

/**
 * The adapter takes a connection for LISTEN and, when it is lost, another one, but never gives the lost one back,
 * nor one that arrives after its close: after a few database restarts the pool would be used up, and its end would
 * wait for ever. Here a connection that ended is released, and so is everything at the end.
 */
function listenSafely(pool: pg.Pool): { adapterPool: unknown; releaseAll: () => void } {
  const taken = new Set<pg.PoolClient>();
  let closed = false;
  return {
    adapterPool: {
      async connect() {
        const client = await pool.connect();
        const giveBack = client.release.bind(client);
        taken.add(client);
        client.release = () => {
          if (taken.delete(client)) giveBack(true);
        };
        client.once('end', () => client.release());
        if (!closed) return client;
        client.release();
        // After the close nobody waits for this any more, and an error would only be tried again.
        return new Promise(() => {});
      },
      query: pool.query.bind(pool),
    },
    releaseAll() {
      closed = true;
      for (const client of taken) client.release();
    },
  };
}
