import { resolve } from 'node:path';
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
const key = `k1:${Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7 + 3)).toString('base64')}`;

test('an empty environment gives the documented defaults', () => {
  expect(loadConfig({ PORT: '' })).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('.data'),
    auditHeads: resolve('.data/audit-heads'),
    databaseUrl: undefined,
    demo: true,
    demoOrders: 20_000,
    demoStream: true,
    logLevel: 'info',
    trustedProxies: [],
    allowedOrigins: ['http://localhost:3000'],
    masterKey: undefined,
    metricsToken: undefined,
    allowHttp: false,
    buildWeb: true,
    fourEyes: true,
  });
});

test('four eyes are switched off by one word alone', () => {
  expect(loadConfig({ FOUR_EYES: 'off' }).fourEyes).toBe(false);
  expect(faultsOf({ FOUR_EYES: '0' })).toHaveLength(1);
});

test('an external database means no demo unless it is asked for', () => {
  expect(loadConfig({ DATABASE_URL: 'postgres://u:p@db/x' }).demo).toBe(false);
  expect(loadConfig({ DATABASE_URL: 'postgres://u:p@db/x', DEMO: '1' }).demo).toBe(true);
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

test('production refuses samples, weak keys, debug output, demo accounts and plain http', () => {
  const faults = faultsOf({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://pay.example.com',
    DATABASE_URL: 'postgres://suanpan:changeme@db/suanpan',
    SUANPAN_MASTER_KEY: `k1:${Buffer.alloc(32, 65).toString('base64')}`,
    LOG_LEVEL: 'debug',
    DEMO: '1',
    METRICS_TOKEN: 'change-me-please-now',
  });
  expect(faults.map((fault) => fault.split(':')[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'DATABASE_URL',
    'DEMO',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'PUBLIC_URL',
    'SUANPAN_MASTER_KEY',
  ]);
  expect(faults.join()).not.toContain('changeme');
});

test('a sound production environment is accepted, and http by the override', () => {
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com/', SUANPAN_MASTER_KEY: key };
  expect(loadConfig(env)).toMatchObject({
    production: true,
    demo: false,
    publicUrl: 'https://pay.example.com',
  });
  expect(faultsOf({ ...env, PUBLIC_URL: 'http://10.0.0.5:3000', ALLOW_HTTP: '1' })).toEqual([]);
});
