import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** All that leads into a machine and out of it: pulled, nothing comes through and nobody is told. */
export interface Cable {
  /** Leads to a port of loopback through the cable; answers the port at its other end. */
  lead(to: number): Promise<number>;
  /** From now on both ends are silent: what is under way stands still, and whoever dials hears nothing. */
  pull(): void;
  /** What stood still goes on where it was, as a network that heals does. */
  plug(): void;
  close(): Promise<void>;
}

export function layCable(): Cable {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  /** Whoever dialled while it was pulled, and where to. */
  let waiting: (() => void)[] = [];
  let isPulled = false;

  function track(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (part) => {
      if (!other.write(part)) socket.pause();
    });
    other.on('drain', () => {
      if (!isPulled) socket.resume();
    });
    // An end is news as well: pulled, it does not come through.
    socket.on('close', () => {
      sockets.delete(socket);
      if (isPulled) waiting.push(() => other.destroySoon());
      else other.destroySoon();
    });
  }

  function join(near: Socket, to: number): void {
    const far = connect(to, '127.0.0.1');
    track(near, far);
    track(far, near);
  }

  return {
    async lead(to) {
      const server = createServer({ pauseOnConnect: true }, (near) => {
        near.on('error', () => {});
        if (isPulled) waiting.push(() => join(near, to));
        else join(near, to);
        if (!isPulled) near.resume();
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
      });
      servers.push(server);
      return (server.address() as AddressInfo).port;
    },
    pull() {
      isPulled = true;
      for (const socket of sockets) socket.pause();
    },
    plug() {
      isPulled = false;
      for (const go of waiting.splice(0)) go();
      for (const socket of sockets) socket.resume();
    },
    async close() {
      waiting = [];
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
