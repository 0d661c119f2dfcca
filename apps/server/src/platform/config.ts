import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isLoopbackName } from './loopback.ts';
import { modeOf, modes } from './mode.ts';
import type { Mode } from './mode.ts';
import { unsafeInProduction } from './production-refusals.ts';

/** Everything the process takes from its environment, checked once at start. */
export interface Config {
  readonly mode: Mode;
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Origin used in links and callbacks, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path: embedded PostgreSQL, exports, uploads, secrets. */
  readonly dataDir: string;
  /** Absolute path: the heads of the audit chain, signed; better on another disk than the database's. */
  readonly auditHeads: string;
  /** Absolute path, outside of `dataDir`: the keys that encrypt backups, `id:base64` each, made when first needed. */
  readonly backupKeyFile: string;
  /** An external PostgreSQL; absent means the embedded one. */
  readonly databaseUrl: string | undefined;
  /** A streaming replica of it, for reports alone; without a login, which is the product's own. */
  readonly reportDatabaseUrl: string | undefined;
  /** Further behind than this the replica is not read from. */
  readonly reportLagMaxMs: number;
  readonly demo: boolean;
  readonly demoOrders: number;
  /** Whether the demo goes on making orders by itself; tests that count want to be alone. */
  readonly demoStream: boolean;
  /** A server of their own for the sandbox programs: a provider's books do not go down with ours. Absent means the product's. */
  readonly sandboxDatabaseUrl: string | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Addresses or CIDR blocks of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins besides `publicUrl` that may call the API and open sockets. */
  readonly allowedOrigins: readonly string[];
  /** `id:base64[,id:base64]`; absent means DATA_DIR/secrets.json. */
  readonly masterKey: string | undefined;
  /** Bearer token for /metrics; absent means callers on this machine, where nobody else reaches the server. */
  readonly metricsToken: string | undefined;
  /** Where spans go, by OTLP over HTTP; absent means that none are made. */
  readonly tracing: Tracing | undefined;
  /** Production over plain http was allowed on purpose. */
  readonly allowHttp: boolean;
  /** Production under one database role was allowed on purpose: only triggers then protect the books. */
  readonly allowOneDatabaseRole: boolean;
  /** Whether a start builds the web application when its sources are newer; tests that look at no page go without. */
  readonly buildWeb: boolean;
  /** Dangerous acts wait for a second person; switched off on purpose by FOUR_EYES=off alone (domain §6.22). */
  readonly fourEyes: boolean;
}

export interface Tracing {
  /** A collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Of all traces, from 0 to 1. */
  readonly share: number;
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

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

function isWithoutLogin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.username === '' && url.password === '' && !/[?&](?:user|password)=/i.test(url.search)
  );
}

/** Keys for a collector stand in its headers (`OTEL_EXPORTER_OTLP_HEADERS`) and in no address. */
function isCollector(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
}

const environment = z.object({
  SUANPAN_MODE: z.enum(modes).optional(),
  NODE_ENV: z.string().optional(),
  NODE_OPTIONS: z.string().optional(),
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  AUDIT_HEADS: z.string().min(1).optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  DATABASE_URL: postgresUrl.optional(),
  REPORT_DATABASE_URL: postgresUrl
    .refine((text) => isWithoutLogin(text), 'names no user and no password: the reading login is our own')
    .optional(),
  REPORT_LAG_MAX_S: z.coerce.number().int().min(1).max(3_600).default(30),
  DEMO: flag.optional(),
  DEMO_ON_NETWORK: flag.default(false),
  DEMO_ORDERS: z.coerce.number().int().min(0).max(5_000_000).default(20_000),
  DEMO_STREAM: flag.default(true),
  SANDBOX_DATABASE_URL: postgresUrl.optional(),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => isCollector(text), 'must be an address such as http://127.0.0.1:4318')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  ALLOW_HTTP: flag.default(false),
  ALLOW_ONE_DATABASE_ROLE: flag.default(false),
  BUILD_WEB: flag.default(true),
  FOUR_EYES: z.enum(['on', 'off']).default('on'),
});

/**
 * Reads the environment. An empty variable counts as absent.
 * Throws `ConfigError` naming every wrong variable, those that contradict each other, and what the mode refuses.
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
  const mode = modeOf(values);
  const publicUrl = (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/\/$/, '');
  const faults = [
    ...contradictions(values, mode),
    ...(mode === 'production' ? unsafeInProduction(values, publicUrl) : []),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    mode,
    production: mode === 'production',
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: resolve(values.DATA_DIR),
    auditHeads: resolve(values.AUDIT_HEADS ?? join(values.DATA_DIR, 'audit-heads')),
    backupKeyFile: resolve(values.BACKUP_KEY_FILE ?? join(homedir(), '.suanpan', 'backup.key')),
    databaseUrl: values.DATABASE_URL,
    reportDatabaseUrl: values.REPORT_DATABASE_URL,
    reportLagMaxMs: values.REPORT_LAG_MAX_S * 1_000,
    demo: mode === 'demo',
    demoOrders: values.DEMO_ORDERS,
    demoStream: values.DEMO_STREAM,
    sandboxDatabaseUrl: values.SANDBOX_DATABASE_URL,
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: [
      ...values.ALLOWED_ORIGINS.map((entry) => new URL(entry).origin),
      ...loopbackTwin(publicUrl),
    ],
    masterKey: values.SUANPAN_MASTER_KEY,
    metricsToken: values.METRICS_TOKEN,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG },
    allowHttp: values.ALLOW_HTTP,
    allowOneDatabaseRole: values.ALLOW_ONE_DATABASE_ROLE,
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

/** Variables that say different things about what this server is for, and a demo that strangers could reach. */
function contradictions(values: z.output<typeof environment>, mode: Mode): string[] {
  const { DATABASE_URL, DEMO, DEMO_ON_NETWORK, HOST, NODE_ENV, REPORT_DATABASE_URL } = values;
  const faults: string[] = [];
  if (NODE_ENV === 'production' && mode !== 'production') {
    faults.push(`SUANPAN_MODE: it is ${mode} beside NODE_ENV=production; name the mode that is meant`);
  }
  if (DEMO !== undefined && DEMO !== (mode === 'demo')) {
    faults.push(
      `DEMO: ${DEMO ? 'demo accounts belong to the mode demo' : 'the mode demo has demo accounts'}, and SUANPAN_MODE is ${mode}`,
    );
  }
  if (REPORT_DATABASE_URL !== undefined && DATABASE_URL === undefined) {
    faults.push('REPORT_DATABASE_URL: it is a replica of DATABASE_URL, and there is none');
  }
  if (mode === 'demo' && !DEMO_ON_NETWORK && !isLoopbackName(HOST)) {
    faults.push(
      'HOST: a demo has accounts for everybody and listens on loopback only (DEMO_ON_NETWORK=1 overrides)',
    );
  }
  return faults;
}
