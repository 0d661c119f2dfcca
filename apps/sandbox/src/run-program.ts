import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A program that is ready to listen. */
export interface Program {
  name: string;
  app: FastifyInstance;
  host: string;
  port: number;
  /** Begins what runs beside the requests; called once the program listens. */
  begin?: () => void;
  /** Ends waiting requests and background work, finishes what is under way; called before the server closes. */
  end: () => Promise<void>;
  /** Releases what requests need; called after the last one was answered. */
  release: () => Promise<void>;
}

const stopWithinMs = 10_000;

/**
 * Starts a program, prints the ready line, says so to its supervisor, and stops gracefully on SIGTERM, on SIGINT, or when the supervising
 * process that opened an IPC channel is gone, so that no orphan keeps the port.
 */
export async function runProgram(prepare: () => Promise<Program>): Promise<void> {
  try {
    const program = await prepare();
    stopOnRequest(program);
    await program.app.listen({ host: program.host, port: program.port });
    program.begin?.();
    const { name, host } = program;
    const { port } = program.app.server.address() as AddressInfo;
    program.app.log.info({ program: name, host, port }, 'ready');
    process.send?.('ready');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${JSON.stringify({ level: 60, msg: 'could not start', reason })}\n`);
    process.exit(1);
  }
}

function stopOnRequest(program: Program): void {
  const { app } = program;
  let isStopping = false;
  const stop = async (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await program.end();
    await app.close();
    await program.release();
    app.log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  if (process.send) process.on('disconnect', () => void stop('supervisor gone'));
}
