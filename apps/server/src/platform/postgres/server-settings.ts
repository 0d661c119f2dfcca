import { totalmem } from 'node:os';

const mib = 2 ** 20;

/** Shares of what the machine, or the container, has: small on a laptop's spare corner, never more than a house needs. */
function memorySettings(): Record<string, string> {
  const constrained = process.constrainedMemory();
  const memoryMib = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / mib;
  const buffersMib = Math.round(Math.min(2_048, Math.max(128, memoryMib / 16)));
  return { shared_buffers: `${buffersMib}MB`, effective_cache_size: `${buffersMib * 4}MB` };
}

/**
 * The settings file that the supervisor rewrites at each start; an operator's own choices go through
 * ALTER SYSTEM, which is read after it. Durability stands first: the server refuses to run without it.
 */
export function serverSettings(extra: Readonly<Record<string, string>> = {}): string {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    full_page_writes: 'on',
    // The page images after a checkpoint are a fifth of what settling writes; pglz is the one every build has.
    wal_compression: 'pglz',
    synchronous_commit: 'on',
    max_connections: '100',
    ...memorySettings(),
    work_mem: '8MB',
    maintenance_work_mem: '96MB',
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.05',
    shared_preload_libraries: 'pg_stat_statements',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_lock_waits: 'on',
    // Parameter values are names, cards and hashes: they stay out of the server's log.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    ...extra,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}
