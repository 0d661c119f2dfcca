import pg from 'pg';

export async function adminQuery(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text)).rows;
  } finally {
    await client.end();
  }
}

const shown = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'data_checksums',
  'shared_buffers',
  'max_wal_size',
  'wal_compression',
  'checkpoint_timeout',
];

/** Prints what the figures depend on. */
export async function printSettings(url: string): Promise<void> {
  const rows = await adminQuery(
    url,
    `SELECT name, current_setting(name) AS value FROM pg_settings WHERE name IN ('${shown.join("','")}')`,
  );
  console.log(rows.map(({ name, value }) => `${name} ${value}`).join(' · '));
}
