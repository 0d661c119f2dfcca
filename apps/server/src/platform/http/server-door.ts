import { Server, STATUS_CODES } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newRequestId } from '../crypto/ids.ts';
import { faultOfForm, knownMethods } from './request-form.ts';
import { inRequest } from './request-scope.ts';

/** How long anybody may take; a client that trickles bytes must not hold a connection for ever. */
export interface TimeLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How often the limits are looked at. */
  readonly lookEveryMs: number;
}

export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  lookEveryMs: 5_000,
};

/** What the door itself refused, as far as it could be read. */
export interface RefusedRequest {
  readonly status: number;
  /** The address as it was sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

export interface ServerDoorOptions {
  readonly handler: RequestListener;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON for whoever was promised it, also for what cannot be read; undefined where a word is enough. */
  readonly jsonOf: (refused: RefusedRequest) => string | undefined;
  readonly limits: TimeLimits;
  /** Told of what was thrown at the request itself instead of being answered. */
  readonly onFault: (error: unknown) => void;
}

/** Only this address opens sockets; whatever else greets in another protocol is an ordinary call. */
export const socketPath = '/socket.io/';

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * The HTTP server of the process. Whoever listens to it (Fastify, Socket.IO), a request, an upgrade or a line that is
 * none passes here first: only well-formed requests with known methods go on, and whatever they throw ends with them.
 */
export class ServerDoor extends Server {
  readonly #options: ServerDoorOptions;
  /** What is not answered yet, by connection. */
  readonly #open = new WeakMap<Duplex, Set<Exchange>>();

  constructor(options: ServerDoorOptions) {
    const { headersMs, keepAliveMs, lookEveryMs, requestMs } = options.limits;
    super(
      {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        keepAliveTimeout: keepAliveMs,
        connectionsCheckingInterval: lookEveryMs,
        // Node's own refusal would bear none of our headers; `faultOfForm` asks for the host.
        requireHostHeader: false,
        shouldUpgradeCallback: ({ headers, url }) =>
          headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith(socketPath) === true,
      },
      options.handler,
    );
    this.#options = options;
    // Without a listener Node closes the connection of whoever asks for a tunnel, without a word.
    super.on('connect', (_request: IncomingMessage, socket: Duplex) =>
      refuseSocket(socket, 405, options.headers),
    );
    // Nor does Node give our headers to whoever expects what nobody promises.
    super.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      this.refuse(request, response, 417),
    );
  }

  override emit(event: string | symbol, ...rest: unknown[]): boolean {
    if (event === 'request') return this.#onRequest(...(rest as [IncomingMessage, ServerResponse]));
    if (event === 'clientError') return this.#onUnreadable(...(rest as [NodeJS.ErrnoException, Duplex]));
    if (event === 'upgrade') return this.#onUpgrade(...(rest as [IncomingMessage, Duplex, Buffer]));
    return super.emit(event as 'close', ...(rest as []));
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const fault = faultOfForm(request);
    if (fault !== undefined) {
      this.refuse(request, response, fault);
      return true;
    }
    this.#remember(request, response);
    // Whoever listens beside the framework answers for himself and knows nothing of these.
    if (request.url?.startsWith(socketPath) === true) {
      for (const [name, value] of Object.entries(this.#options.headers)) response.setHeader(name, value);
      response.setHeader('cache-control', 'no-store');
    }
    const fail = (): void => {
      if (response.writableFinished) return;
      if (response.headersSent) response.destroy();
      else this.refuse(request, response, 500);
    };
    return this.#run(fail, () => super.emit('request', request, response));
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const fault = faultOfForm(request);
    if (fault !== undefined) {
      refuseSocket(socket, fault, this.#options.headers);
      return true;
    }
    return this.#run(
      () => socket.destroy(),
      () => super.emit('upgrade', request, socket, head),
    );
  }

  /** Answers what no route answers, in the form of its address, and closes: whoever sent it is no client of ours. */
  refuse(request: Asked, response: ServerResponse, status: number): void {
    refuse(response, status, this.#options.headers, this.#says(status, request));
  }

  #says(status: number, request: Asked | undefined): Says {
    const requestId = newRequestId();
    const { headers = {}, url: target } = request ?? {};
    const json =
      target === undefined ? undefined : this.#options.jsonOf({ status, target, headers, requestId });
    return { requestId, json };
  }

  #run(fail: () => void, work: () => boolean): boolean {
    return inRequest({ fail }, () => {
      try {
        return work();
      } catch (error) {
        this.#options.onFault(error);
        fail();
        return true;
      }
    });
  }

  #remember(request: IncomingMessage, response: ServerResponse): void {
    const open = this.#open.get(request.socket) ?? new Set();
    const exchange: Exchange = [request, response];
    this.#open.set(request.socket, open.add(exchange));
    response.once('close', () => {
      open.delete(exchange);
      // Kept alive for a request that will not be taken any more, it would hold up the end of the process.
      if (!this.listening) setImmediate(() => this.closeIdleConnections());
    });
  }

  /**
   * Answers a line that could not be read, once the earlier requests of its connection have their own answers: their
   * sender would take the refusal for one of those.
   */
  #onUnreadable(error: NodeJS.ErrnoException, socket: Duplex): boolean {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return true;
    }
    const open = [...(this.#open.get(socket) ?? [])];
    const status = statusOf(error.code);
    const due = open.find(([request]) => request.complete);
    if (due !== undefined) due[1].once('close', () => this.#onUnreadable(error, socket));
    else if (open.some(([, response]) => response.headersSent)) socket.destroy();
    else
      refuseSocket(socket, status, this.#options.headers, this.#says(status, open[0]?.[0] ?? askedBy(error)));
    return true;
  }
}

/** What of a request is known where it is refused. */
type Asked = Pick<IncomingMessage, 'headers' | 'url'>;

/** Its address, if it came in one piece with what could not be read. */
function askedBy({ rawPacket }: Error & { readonly rawPacket?: Buffer }): Asked | undefined {
  const line = rawPacket?.toString('latin1', 0, lineLimit) ?? '';
  const url = /^[A-Za-z]{1,32} (\S+)/.exec(line)?.[1];
  return url === undefined ? undefined : { url, headers: {} };
}

const lineLimit = 2_048;

interface Says {
  readonly requestId: string;
  readonly json?: string | undefined;
}

/** Answers in a word, or in JSON, and closes. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  says: Says = { requestId: newRequestId() },
): void {
  const body = says.json ?? textOf(status);
  response.writeHead(status, headersOf(status, body, headers, says)).end(body);
}

/** The same where there is no response to write to: the line could not be read, or asks for another protocol. */
export function refuseSocket(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
  says: Says = { requestId: newRequestId() },
): void {
  const body = says.json ?? textOf(status);
  const lines = Object.entries(headersOf(status, body, headers, says)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // A socket that is gone already has nothing to say to us.
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

function headersOf(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
  { json, requestId }: Says,
): Record<string, string> {
  return {
    ...headers,
    'cache-control': 'no-store',
    'content-type': json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    'x-request-id': requestId,
    ...(status === 405 ? { allow: knownMethods.join(', ') } : {}),
  };
}

const textOf = (status: number): string => `${STATUS_CODES[status]}\n`;

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return 400;
}
