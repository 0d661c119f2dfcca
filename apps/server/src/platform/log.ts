import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

/**
 * Names of fields whose value never reaches a log line, at the top and one or two levels below.
 * The serialisers already leave bodies and headers out; this list is the second net.
 */
const secretFields = [
  'password',
  'payment_password',
  'oneCode',
  'captcha',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'secret',
  'api_secret',
  'api_key',
  'webhook_secret',
  'totp_secret',
  'otpauth_url',
  'masterKey',
  'databaseUrl',
  'signature',
  'card_no',
  'account_no',
  'real_name',
];

const redactedPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** A connection string inside a driver's message would carry its password into the log. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(postgres(?:ql)?:\/\/[^:/@\s]*):[^@\s]*@/g, '$1:[redacted]@')
    .replace(/\b(Bearer)\s+\S+/gi, '$1 [redacted]');
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
}

/**
 * What of an error is written: type, message, code, stack, cause. A driver's `detail`, `where` and
 * parameters hold row values (names, card numbers), so they stay out.
 */
function serializeError(error: unknown): unknown {
  return error instanceof Error ? describe(error) : error;
}

function describe(error: Error): LoggedError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error ? { cause: describe(error.cause) } : {}),
  };
}

/** JSON lines on standard output (or `destination`); newline-safe because JSON escapes them. */
export function createLog(config: { readonly logLevel: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        // Without a text of its own a line repeats the error's message beside the serialised error.
        logMethod(args, method) {
          const [first] = args as unknown[];
          const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
          if (args.length === 1 && error instanceof Error) {
            return method.apply(this, [{ err: error }, withoutSecrets(error.message)]);
          }
          return method.apply(this, args);
        },
      },
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers: {
        err: serializeError,
        error: serializeError,
        req: (request: { id?: unknown; method?: unknown; url?: unknown }) => ({
          id: request.id,
          method: request.method,
          path: typeof request.url === 'string' ? request.url.split('?')[0] : undefined,
        }),
        res: (reply: { statusCode?: unknown }) => ({ statusCode: reply.statusCode }),
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
