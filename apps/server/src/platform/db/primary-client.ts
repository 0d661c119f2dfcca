import pg from 'pg';

/** What the driver tells of the wire, though its types name none of it. */
interface Wire {
  /** Another one once it is encrypted. */
  readonly stream: { destroy(): void };
  emit(event: 'error', error: Error): void;
  on(
    event: 'parameterStatus',
    hear: (told: { readonly parameterName: string; readonly parameterValue: string }) => void,
  ): void;
}

/** In PostgreSQL's own class of those that cannot be connected to now, so that it counts as a connection that was lost. */
class UnfitServer extends Error {
  readonly code = '57P03';
}

/** Where a COMMIT waits for its standby, in whatever language the server speaks. */
const waitsForStandby = 'SyncRepWaitForLSN';

/**
 * A connection to a server that takes changes, and on which an answered COMMIT is safe.
 *
 * A standby says of itself that it is one before it takes the first statement, and is left: whoever came to a primary that was
 * demoted, by an old address or a balancer that has not looked yet, finds the next one with his next try.
 *
 * A COMMIT whose wait for its standby was broken off by somebody's cancelling is answered as done, with a warning: it stands here
 * alone and is lost with this machine. The connection is cut before that answer counts, so that it is what it is: unknown.
 */
export class PrimaryClient extends pg.Client {
  #isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection: wire } = this as unknown as { readonly connection: Wire };
    wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    this.on('notice', ({ routine }) => {
      if (routine !== waitsForStandby) return;
      // What follows has come with the same packet: whoever waits is told now.
      wire.emit('error', new UnfitServer('A COMMIT was answered without its standby'));
      wire.stream.destroy();
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error) => (error === null ? resolve(this) : reject(error)));
      });
    super.connect((error: Error | null) => callback(error ?? this.#refusal()));
    return undefined;
  }

  #refusal(): Error | null {
    if (!this.#isStandby) return null;
    void this.end();
    return new UnfitServer('This server is a standby, which takes no changes');
  }
}
