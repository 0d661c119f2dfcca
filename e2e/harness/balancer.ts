import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** One address in front of several servers: connections go round, and past a server that does not listen. */
export interface Balancer {
  readonly url: string;
  /** The servers that stand behind it from now on. */
  serve(urls: readonly string[]): void;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;

  function track(socket: Socket, other: Socket): void {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
  }

  /** Leads `client` to the first server that takes it, beginning with the one whose turn it is. */
  function lead(client: Socket, candidates: readonly number[]): void {
    const [port, ...others] = candidates;
    if (port === undefined) return void client.destroy();
    const server = connect(port, '127.0.0.1');
    const next = (): void => lead(client, others);
    server.once('error', next);
    server.once('connect', () => {
      server.off('error', next);
      track(client, server);
      track(server, client);
      client.pipe(server).pipe(client);
    });
  }

  const listener = createServer({ pauseOnConnect: true }, (client) => {
    turn += 1;
    const first = ports.length === 0 ? 0 : turn % ports.length;
    lead(client, [...ports.slice(first), ...ports.slice(0, first)]);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    serve(urls) {
      ports = urls.map((url) => Number(new URL(url).port));
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
