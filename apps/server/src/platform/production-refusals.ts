import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackName } from './loopback.ts';

/** What of the environment production has an opinion on; as `loadConfig` read it. */
export interface ProductionValues {
  readonly ALLOW_HTTP: boolean;
  readonly DATABASE_URL?: string | undefined;
  readonly FOUR_EYES: 'on' | 'off';
  readonly LOG_LEVEL: string;
  readonly METRICS_TOKEN?: string | undefined;
  /** What Node itself takes from the environment, and what undoes our own promises. */
  readonly NODE_OPTIONS?: string | undefined;
  readonly NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined;
  readonly REPORT_DATABASE_URL?: string | undefined;
  readonly SUANPAN_MASTER_KEY?: string | undefined;
  readonly TRUSTED_PROXIES: readonly string[];
}

/** It stands in examples and documents. */
const sampleSecret = /change.?me|example|sample|secret123|password|^(.)\1+$/i;
/** What a database is given where nobody chose. */
const commonPassword = /^(postgres|suanpan|admin|root|test|demo|dev|secret|1234\d*)$/i;

/** Every reason why production does not start with these settings, each beginning with its variable. */
export function unsafeInProduction(values: ProductionValues, publicUrl: string): string[] {
  const faults: string[] = [];
  if (!publicUrl.startsWith('https:') && !values.ALLOW_HTTP) {
    faults.push('PUBLIC_URL: production needs https (ALLOW_HTTP=1 overrides)');
  }
  if (values.FOUR_EYES === 'off') faults.push('FOUR_EYES: production keeps its second person');
  if (values.LOG_LEVEL === 'trace' || values.LOG_LEVEL === 'debug') {
    faults.push('LOG_LEVEL: debug output is refused in production');
  }
  if (values.LOG_LEVEL === 'silent') faults.push('LOG_LEVEL: production tells what went wrong');
  const keys = (values.SUANPAN_MASTER_KEY ?? '').split(',').filter((entry) => entry !== '');
  for (const entry of keys) {
    const bytes = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
    if (isNoRandomKey(bytes)) faults.push('SUANPAN_MASTER_KEY: this is a sample or a weak key');
  }
  if (/--inspect/.test(values.NODE_OPTIONS ?? '')) {
    faults.push('NODE_OPTIONS: whoever reaches a debugger reads every secret; it is refused in production');
  }
  if (values.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED: certificates are verified in production');
  }
  if (values.METRICS_TOKEN !== undefined && sampleSecret.test(values.METRICS_TOKEN)) {
    faults.push('METRICS_TOKEN: this is a sample');
  }
  for (const network of values.TRUSTED_PROXIES.filter(isOpenRange)) {
    faults.push(`TRUSTED_PROXIES: ${network} is too wide; whoever is in it may claim any address`);
  }
  return [
    ...faults,
    ...unsafeDatabase('DATABASE_URL', values.DATABASE_URL),
    ...unsafeDatabase('REPORT_DATABASE_URL', values.REPORT_DATABASE_URL),
  ];
}

/** Few values, text, a count, or a part that comes again: no 32 random bytes ever are. */
function isNoRandomKey(bytes: Buffer): boolean {
  const values = [...bytes];
  const steps = new Set(values.slice(1).map((value, n) => (value - (values[n] ?? 0) + 256) % 256));
  const half = bytes.length / 2;
  return (
    new Set(values).size < 12 ||
    values.every((value) => value >= 0x20 && value < 0x7f) ||
    steps.size === 1 ||
    bytes.subarray(0, half).equals(bytes.subarray(half))
  );
}

function unsafeDatabase(
  name: 'DATABASE_URL' | 'REPORT_DATABASE_URL',
  databaseUrl: string | undefined,
): string[] {
  if (databaseUrl === undefined) return [];
  const url = URL.parse(databaseUrl);
  // The driver reads some that nobody else can, and connects.
  if (url === null || /%(?![\da-f]{2})/i.test(databaseUrl)) {
    return [`${name}: this is no address that can be looked at; name user, host and database`];
  }
  const faults: string[] = [];
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (sampleSecret.test(password) || commonPassword.test(password) || (password !== '' && password === user))
    faults.push(`${name}: the password is a sample`);
  // The driver takes the last of each, and a host among the parameters before the one of the address.
  const last = (name: string): string | undefined => url.searchParams.getAll(name).at(-1);
  const host = decodeURIComponent(last('host') ?? url.hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopbackName(host);
  if (!isHere && !['verify-full', 'verify-ca'].includes(last('sslmode') ?? '')) {
    faults.push(
      `${name}: a database elsewhere needs sslmode=verify-full, or anybody between may read and write`,
    );
  }
  return faults;
}

/** Networks that nobody from outside can send from; any block within them may be trusted. */
const ownNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
/** No content network announces a wider one. */
const widest = { ipv4: 12, ipv6: 28 } as const;

function isOpenRange(network: string): boolean {
  if (isIP(network) !== 0) return false;
  const [address, prefix] = ipaddr.parseCIDR(network);
  const isOwn = ownNetworks.some((entry) => {
    const [own, ownPrefix] = ipaddr.parseCIDR(entry);
    return own.kind() === address.kind() && prefix >= ownPrefix && address.match(own, ownPrefix);
  });
  return !isOwn && prefix < widest[address.kind()];
}
