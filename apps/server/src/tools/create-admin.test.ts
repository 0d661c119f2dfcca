import { expect, test } from 'vitest';
import { openDoor } from '../modules/identity/testing/open-door.ts';
import { createAdminCommand, readWanted } from './create-admin-command.ts';

const door = await openDoor();
const { admin, call, code, database, login, vault } = door;

async function run(...args: string[]): Promise<{ readonly exit: number; readonly said: string }> {
  let said = '';
  const print = (text: string): void => void (said += text);
  const wanted = readWanted(args, print);
  if (wanted === undefined) return { exit: 2, said };
  const exit = await createAdminCommand(
    { db: database, vault, publicUrl: 'https://pay.example.com' },
    wanted,
    print,
  );
  return { exit, said };
}
const codeIn = (said: string): string => /#\/userLogin\?code=([\w-]{43})\s/.exec(said)?.[1] ?? '';
const setPassword = async (link: string, password: string) =>
  (await call('POST', '/setPassword', { body: { code: link, password } })).code;

test('a new installation has no account, and its first administrator comes in by a link that counts once', async () => {
  expect((await admin.query('SELECT FROM app_user')).rowCount).toBe(0);
  const made = await run('--username=first.admin', '--name=First');
  expect(made).toMatchObject({
    exit: 0,
    said: expect.stringContaining('https://pay.example.com/#/userLogin?code='),
  });
  const link = codeIn(made.said);
  const { rows } = await admin.query(
    "SELECT kind, status, password_hash, totp_sealed, person_id = id AS own FROM app_user WHERE username = 'first.admin'",
  );
  expect(rows).toEqual([
    { kind: 'admin', status: 'active', password_hash: '', totp_sealed: null, own: true },
  ]);
  // The link is known to him alone: the database keeps its hash.
  const { rows: links } = await admin.query<{ row: string; hours: number }>(
    'SELECT row_to_json(l)::text AS row, round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM password_link l',
  );
  expect(links).toMatchObject([{ hours: 24 }]);
  expect(JSON.stringify(links)).not.toContain(link);

  // Asked for again, the old link is worth nothing any more.
  const again = codeIn((await run('--username=first.admin')).said);
  expect(again).not.toBe(link);
  expect(await setPassword(link, 'a password of my own')).not.toBe(0);
  expect(await setPassword(again, 'a password of my own')).toBe(0);
  expect(await setPassword(again, 'a password of another')).not.toBe(0);
  const root = { username: 'first.admin', password: 'a password of my own' };
  // He comes in no further than to his second factor.
  const { secret } = (await login(root)).data.bind2FA;
  const entered = await login(root, { code: code({ secret }) });
  expect(entered).toMatchObject({ code: 0, data: { google2FA: true } });
  // Whoever has set his password gets no other link.
  expect(await run('--username=first.admin')).toMatchObject({ exit: 1 });
  const { rows: acts } = await admin.query<{ act: string }>(
    "SELECT act FROM audit_log WHERE object_kind = 'user' AND act IN ('admin.create', 'password.link') ORDER BY id",
  );
  expect(acts.map(({ act }) => act)).toEqual(['admin.create', 'password.link']);
});

test('nobody but administrators and managers is made by it', async () => {
  for (const args of [[], ['--username=x', '--kind=agent'], ['--username=x', '--password=y']]) {
    expect(await run(...args)).toMatchObject({
      exit: 2,
      said: expect.stringContaining('npm run admin:create'),
    });
  }
  expect((await run('--username=second.manager', '--kind=manager')).exit).toBe(0);
  const { rows } = await admin.query('SELECT username, kind FROM app_user ORDER BY id');
  expect(rows).toEqual([
    { username: 'first.admin', kind: 'admin' },
    { username: 'second.manager', kind: 'manager' },
  ]);
});
