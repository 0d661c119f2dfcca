import type pg from 'pg';

/**
 * What every call may write: that it was made. Counters of tries and of requests, sign-ins, the mark of the last use.
 * Denials leave a row of their own in the audit log, which is asked for separately.
 */
const traces = [
  'login_guard',
  'login_attempt',
  'firewall_count',
  'captcha_used',
  'api_usage',
  'merchant_nonce',
  'request_log',
  'request_log_gap',
];

export interface WriteWatch {
  /** Tables in which a row was made, changed or removed since the last look. */
  since(): Promise<readonly string[]>;
  /** How many denials were written down since the last look. */
  denials(): Promise<number>;
}

/** Sees every write of the application by triggers, which count only what was committed. */
export async function watchWrites(admin: pg.Pool): Promise<WriteWatch> {
  await admin.query(`
    CREATE TABLE watched_write (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, place text NOT NULL);
    CREATE FUNCTION watch_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO watched_write (place) VALUES (TG_ARGV[0]);
      RETURN NULL;
    END $$;`);
  const { rows } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname <> 'watched_write' AND relname <> ALL ($1)`,
    [traces],
  );
  for (const { name } of rows) {
    if (name === 'audit_log') {
      await admin.query(`
        CREATE TRIGGER watched AFTER INSERT ON audit_log FOR EACH ROW WHEN (NEW.outcome <> 'denied')
          EXECUTE FUNCTION watch_write('audit_log');
        CREATE TRIGGER watched_denial AFTER INSERT ON audit_log FOR EACH ROW WHEN (NEW.outcome = 'denied')
          EXECUTE FUNCTION watch_write('denial');`);
    } else if (name === 'session') {
      await admin.query(`
        CREATE TRIGGER watched AFTER UPDATE ON session FOR EACH ROW WHEN (NEW.ended_at IS DISTINCT FROM OLD.ended_at)
          EXECUTE FUNCTION watch_write('session')`);
    } else {
      await admin.query(
        `CREATE TRIGGER watched AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH ROW
           EXECUTE FUNCTION watch_write('${name}')`,
      );
    }
  }
  let seen = 0n;
  let denied = 0;
  async function look(): Promise<string[]> {
    const found = await admin.query<{ id: bigint; place: string }>(
      'SELECT id, place FROM watched_write WHERE id > $1 ORDER BY id',
      [seen],
    );
    seen = found.rows.at(-1)?.id ?? seen;
    denied += found.rows.filter(({ place }) => place === 'denial').length;
    return [...new Set(found.rows.map(({ place }) => place).filter((place) => place !== 'denial'))];
  }
  return {
    since: look,
    async denials() {
      await look();
      const count = denied;
      denied = 0;
      return count;
    },
  };
}
