import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).faults;
  }
};
const keyOf = (bytes: Buffer): string => `k1:${bytes.toString('base64')}`;
const key = keyOf(Buffer.from(Array.from({ length: 32 }, (_, n) => n * n * 7 + 3)));

test('an empty environment gives the documented defaults', () => {
  expect(loadConfig({ PORT: '' })).toEqual({
    mode: 'demo',
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('.data'),
    auditHeads: resolve('.data/audit-heads'),
    backupKeyFile: join(homedir(), '.suanpan', 'backup.key'),
    databaseUrl: undefined,
    reportDatabaseUrl: undefined,
    reportLagMaxMs: 30_000,
    demo: true,
    demoOrders: 20_000,
    demoStream: true,
    sandboxDatabaseUrl: undefined,
    logLevel: 'info',
    trustedProxies: [],
    allowedOrigins: ['http://localhost:3000'],
    masterKey: undefined,
    metricsToken: undefined,
    allowHttp: false,
    allowOneDatabaseRole: false,
    buildWeb: true,
    fourEyes: true,
  });
});

test('four eyes are switched off by one word alone', () => {
  expect(loadConfig({ FOUR_EYES: 'off' }).fourEyes).toBe(false);
  expect(faultsOf({ FOUR_EYES: '0' })).toHaveLength(1);
});

test('every wrong variable is named at once', () => {
  const faults = faultsOf({
    PORT: '70000',
    PUBLIC_URL: 'nonsense',
    TRUSTED_PROXIES: '10.0.0.0/8,x',
    DEMO: 'yes',
  });
  expect(faults.map((fault) => fault.split(':')[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'DEMO',
    'PORT',
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
  ]);
});

const production = {
  SUANPAN_MODE: 'production',
  PUBLIC_URL: 'https://pay.example.com/',
  DATABASE_URL: 'postgres://suanpan:Zq8vL3@db.internal/suanpan?sslmode=verify-full',
  SUANPAN_MASTER_KEY: key,
};
const namesOf = (env: Record<string, string>): string[] =>
  faultsOf(env).map((fault) => fault.split(':')[0] ?? '');

test('a sound production environment is accepted, and http by the override', () => {
  expect(loadConfig(production)).toMatchObject({
    mode: 'production',
    production: true,
    demo: false,
    publicUrl: 'https://pay.example.com',
  });
  expect(faultsOf({ ...production, PUBLIC_URL: 'http://10.0.0.5:3000', ALLOW_HTTP: '1' })).toEqual([]);
});

test.each([
  [{}, 'demo'],
  [{ DEMO: '1' }, 'demo'],
  [{ DEMO: '1', DATABASE_URL: 'postgres://u:p@db/x' }, 'demo'],
  [{ SUANPAN_MODE: 'demo', DATABASE_URL: 'postgres://u:p@db/x' }, 'demo'],
  [{ SUANPAN_MODE: 'development', DATABASE_URL: 'postgres://u:p@db/x' }, 'development'],
  [{ SUANPAN_MODE: 'development', NODE_ENV: 'test' }, 'development'],
] as const)('%j is %s', (env, mode) => {
  expect(loadConfig(env)).toMatchObject({ mode, production: false, demo: mode === 'demo' });
});

test('a database alone is production, and so is whoever wants no demo', () => {
  const { SUANPAN_MODE: _mode, ...unnamed } = production;
  expect(loadConfig(unnamed).mode).toBe('production');
  expect(loadConfig({ ...unnamed, DEMO: '0', NODE_ENV: 'development' }).mode).toBe('production');
  expect(namesOf({ DATABASE_URL: 'postgres://u:p@127.0.0.1/x' })).toEqual(['PUBLIC_URL']);
});

test('a replica for reports belongs to a database of ours, and is named without a login', () => {
  const REPORT_DATABASE_URL = 'postgres://replica.internal/suanpan?sslmode=verify-full';
  expect(loadConfig({ ...production, REPORT_DATABASE_URL, REPORT_LAG_MAX_S: '5' })).toMatchObject({
    reportDatabaseUrl: REPORT_DATABASE_URL,
    reportLagMaxMs: 5_000,
  });
  expect(namesOf({ REPORT_DATABASE_URL })).toEqual(['REPORT_DATABASE_URL']);
  for (const login of ['postgres://u@db/x', 'postgres://:p@db/x', 'postgres://db/x?user=u'])
    expect(namesOf({ ...production, REPORT_DATABASE_URL: login })).toEqual(['REPORT_DATABASE_URL']);
  expect(namesOf({ ...production, REPORT_DATABASE_URL: 'postgres://db/x' })).toEqual(['REPORT_DATABASE_URL']);
  expect(namesOf({ ...production, REPORT_LAG_MAX_S: '0' })).toEqual(['REPORT_LAG_MAX_S']);
});

test('variables that say different things are refused', () => {
  expect(namesOf({ NODE_ENV: 'production' })).toEqual(['SUANPAN_MODE']);
  expect(namesOf({ NODE_ENV: 'production', SUANPAN_MODE: 'development' })).toEqual(['SUANPAN_MODE']);
  expect(namesOf({ ...production, DEMO: '1' })).toEqual(['DEMO']);
  expect(namesOf({ SUANPAN_MODE: 'development', DEMO: '1' })).toEqual(['DEMO']);
  expect(namesOf({ SUANPAN_MODE: 'demo', DEMO: '0' })).toEqual(['DEMO']);
  expect(namesOf({ SUANPAN_MODE: 'real' })).toEqual(['SUANPAN_MODE']);
});

test('a demo listens on loopback only, unless it is forced', () => {
  for (const HOST of ['127.0.0.1', '127.8.8.8', '::1', '[::1]', 'localhost', '::ffff:127.0.0.1']) {
    expect(namesOf({ HOST, PUBLIC_URL: 'http://127.0.0.1:3000' }), HOST).toEqual([]);
  }
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'pay.example.com', 'localhost.example.com']) {
    const env = { HOST, PUBLIC_URL: 'http://127.0.0.1:3000' };
    expect(namesOf(env), HOST).toEqual(['HOST']);
    expect(namesOf({ ...env, DEMO_ON_NETWORK: '1' }), HOST).toEqual([]);
  }
});

test.each([
  ['plain http', { PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL'],
  ['demo accounts', { DEMO: '1' }, 'DEMO'],
  ['debug output', { LOG_LEVEL: 'debug' }, 'LOG_LEVEL'],
  ['no word of what went wrong', { LOG_LEVEL: 'silent' }, 'LOG_LEVEL'],
  ['one person alone', { FOUR_EYES: 'off' }, 'FOUR_EYES'],
  ['a weak key', { SUANPAN_MASTER_KEY: keyOf(Buffer.alloc(32, 65)) }, 'SUANPAN_MASTER_KEY'],
  [
    'a key that counts',
    { SUANPAN_MASTER_KEY: keyOf(Buffer.from(Array.from({ length: 32 }, (_, n) => n))) },
    'SUANPAN_MASTER_KEY',
  ],
  [
    'a key that somebody typed',
    { SUANPAN_MASTER_KEY: keyOf(Buffer.from('my-32-byte-key-from-the-tutorial')) },
    'SUANPAN_MASTER_KEY',
  ],
  [
    'a key of two halves',
    { SUANPAN_MASTER_KEY: keyOf(Buffer.concat([randomBytes(16)].flatMap((half) => [half, half]))) },
    'SUANPAN_MASTER_KEY',
  ],
  [
    'a weak key behind a good one',
    { SUANPAN_MASTER_KEY: `${key},${keyOf(Buffer.alloc(32, 65)).replace('k1', 'k0')}` },
    'SUANPAN_MASTER_KEY',
  ],
  ['an open debugger', { NODE_OPTIONS: '--max-old-space-size=512 --inspect=0.0.0.0' }, 'NODE_OPTIONS'],
  ['certificates of anybody', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
  ['a common password', { DATABASE_URL: 'postgres://suanpan:postgres@127.0.0.1/suanpan' }, 'DATABASE_URL'],
  ['a name as password', { DATABASE_URL: 'postgres://pay:pay@127.0.0.1/suanpan' }, 'DATABASE_URL'],
  ['a sample token', { METRICS_TOKEN: 'change-me-please-now' }, 'METRICS_TOKEN'],
  ['a sample password', { DATABASE_URL: 'postgres://suanpan:changeme@127.0.0.1/suanpan' }, 'DATABASE_URL'],
  ['a database elsewhere in the clear', { DATABASE_URL: 'postgres://u:Zq8vL3@db/x' }, 'DATABASE_URL'],
  ['encryption without proof', { DATABASE_URL: 'postgres://u:Zq8vL3@db/x?sslmode=require' }, 'DATABASE_URL'],
  [
    'proof that is taken back',
    { DATABASE_URL: 'postgres://u:Zq8vL3@db/x?sslmode=verify-full&sslmode=no-verify' },
    'DATABASE_URL',
  ],
  ['a host behind the host', { DATABASE_URL: 'postgres://u:Zq8vL3@127.0.0.1/x?host=db' }, 'DATABASE_URL'],
  ['a host that stands behind alone', { DATABASE_URL: 'postgres://u:Zq8vL3@/x?host=db' }, 'DATABASE_URL'],
  ['half an escape', { DATABASE_URL: 'postgres://u:Zq8vL3%z@db/x?sslmode=verify-full' }, 'DATABASE_URL'],
  ['every address as a proxy', { TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/0' }, 'TRUSTED_PROXIES'],
  ['half of all as proxies', { TRUSTED_PROXIES: '128.0.0.0/1' }, 'TRUSTED_PROXIES'],
  ['more than a private network', { TRUSTED_PROXIES: '10.0.0.0/7' }, 'TRUSTED_PROXIES'],
  ['every IPv6 address as a proxy', { TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES'],
])('production refuses %s', (_what, change, name) => {
  const env = { ...production, ...change };
  expect(namesOf(env)).toEqual([name]);
  expect(faultsOf(env).join()).not.toMatch(/changeme|Zq8vL3/);
});

test.each([
  { DATABASE_URL: 'postgres://u:Zq8vL3@127.0.0.1/x' },
  { DATABASE_URL: 'postgres://u:Zq8vL3@[::1]:5433/x' },
  { DATABASE_URL: 'postgres://u:Zq8vL3@localhost/x?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://u:Zq8vL3@db/x?sslmode=verify-ca' },
  { DATABASE_URL: 'postgres://suanpan@localhost/x?host=/run/postgresql' },
  { NODE_OPTIONS: '--max-old-space-size=512', NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { SUANPAN_MASTER_KEY: keyOf(randomBytes(32)) },
  { TRUSTED_PROXIES: '10.0.0.0/8,172.16.0.0/12,fd00::/8,104.16.0.0/13,2606:4700::/32,203.0.113.9' },
] as Record<string, string>[])('production takes %j', (change) => {
  expect(faultsOf({ ...production, ...change })).toEqual([]);
});
