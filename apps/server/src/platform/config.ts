import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Everything the process takes from its environment, checked once at start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Origin used in links and callbacks, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path: embedded PostgreSQL, exports, uploads, secrets. */
  readonly dataDir: string;
  /** Absolute path: the heads of the audit chain, signed; better on another disk than the database's. */
  readonly auditHeads: string;
  /** An external PostgreSQL; absent means the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  readonly demoOrders: number;
  /** Whether the demo goes on making orders by itself; tests that count want to be alone. */
  readonly demoStream: boolean;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Addresses or CIDR blocks of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins besides `publicUrl` that may call the API and open sockets. */
  readonly allowedOrigins: readonly string[];
  /** `id:base64[,id:base64]`; absent means DATA_DIR/secrets.json. */
  readonly masterKey: string | undefined;
  /** Bearer token for /metrics; absent means loopback callers only. */
  readonly metricsToken: string | undefined;
  /** Production over plain http was allowed on purpose. */
  readonly allowHttp: boolean;
  /** Whether a start builds the web application when its sources are newer; tests that look at no page go without. */
  readonly buildWeb: boolean;
  /** Dangerous acts wait for a second person; switched off on purpose by FOUR_EYES=off alone (domain §6.22). */
  readonly fourEyes: boolean;
}

/** Names every wrong variable at once, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
const origin = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.pathname === '/';
}, 'must be an origin such as https://pay.example.com');
const network = z
  .string()
  .refine((text) => isIP(text) !== 0 || ipaddr.isValidCIDR(text), 'must be addresses or CIDR blocks');

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  AUDIT_HEADS: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DEMO: flag.optional(),
  DEMO_ORDERS: z.coerce.number().int().min(0).max(5_000_000).default(20_000),
  DEMO_STREAM: flag.default(true),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).default([]),
  SUANPAN_MASTER_KEY: z
    .string()
    .regex(
      /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=(,[\w-]{1,32}:[A-Za-z0-9+/]{43}=)*$/,
      'must be id:base64 of 32 bytes',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  ALLOW_HTTP: flag.default(false),
  BUILD_WEB: flag.default(true),
  FOUR_EYES: z.enum(['on', 'off']).default('on'),
});

/** What no production installation may keep: it stands in examples and documents. */
const sampleSecret = /change.?me|example|sample|secret123|password|^(.)\1+$/i;

/**
 * Reads the environment. An empty variable counts as absent.
 * Throws `ConfigError` naming every wrong variable; production also refuses sample secrets, debug logs,
 * demo accounts and plain http (unless ALLOW_HTTP=1).
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const publicUrl = (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/\/$/, '');
  const demo = values.DEMO ?? (values.DATABASE_URL === undefined && !production);
  if (production) refuseUnsafe(values, publicUrl, demo);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: resolve(values.DATA_DIR),
    auditHeads: resolve(values.AUDIT_HEADS ?? join(values.DATA_DIR, 'audit-heads')),
    databaseUrl: values.DATABASE_URL,
    demo,
    demoOrders: values.DEMO_ORDERS,
    demoStream: values.DEMO_STREAM,
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: [
      ...values.ALLOWED_ORIGINS.map((entry) => new URL(entry).origin),
      ...loopbackTwin(publicUrl),
    ],
    masterKey: values.SUANPAN_MASTER_KEY,
    metricsToken: values.METRICS_TOKEN,
    allowHttp: values.ALLOW_HTTP,
    buildWeb: values.BUILD_WEB,
    fourEyes: values.FOUR_EYES === 'on',
  };
}

/** `localhost` and `127.0.0.1` are one place: whoever types the other name is no stranger. */
function loopbackTwin(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  const twin = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname];
  if (twin === undefined) return [];
  url.hostname = twin;
  return [url.origin];
}

function refuseUnsafe(values: z.output<typeof environment>, publicUrl: string, demo: boolean): void {
  const faults: string[] = [];
  if (!publicUrl.startsWith('https:') && !values.ALLOW_HTTP) {
    faults.push('PUBLIC_URL: production needs https (ALLOW_HTTP=1 overrides)');
  }
  if (demo) faults.push('DEMO: demo accounts are refused in production');
  if (values.LOG_LEVEL === 'trace' || values.LOG_LEVEL === 'debug') {
    faults.push('LOG_LEVEL: debug output is refused in production');
  }
  const keys = (values.SUANPAN_MASTER_KEY ?? '').split(',').filter((entry) => entry !== '');
  for (const entry of keys) {
    const bytes = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
    if (new Set(bytes).size < 12) faults.push('SUANPAN_MASTER_KEY: this is a sample or a weak key');
  }
  const password = values.DATABASE_URL === undefined ? '' : (URL.parse(values.DATABASE_URL)?.password ?? '');
  if (password !== '' && sampleSecret.test(decodeURIComponent(password))) {
    faults.push('DATABASE_URL: the password is a sample');
  }
  if (values.METRICS_TOKEN !== undefined && sampleSecret.test(values.METRICS_TOKEN)) {
    faults.push('METRICS_TOKEN: this is a sample');
  }
  if (faults.length > 0) throw new ConfigError(faults);
}
