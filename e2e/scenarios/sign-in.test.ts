import { afterAll, expect, test } from 'vitest';
import { bind2FA, startBinding2FA } from '@suanpan/contract/endpoints/login';
import { menu, ownPermissions, self } from '@suanpan/contract/endpoints/self';
import { BackOffice, enterAs, signIn, solveBotCheck } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { theServer } from '../harness/shared-server.ts';
import { openSocket } from '../harness/live-socket.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';

const server = theServer();

afterAll(() => proveBooks(server));

test('a person signs in with bot check, password and code, and out again', async () => {
  const account = server.account('manager.wu');
  const office = await signIn(server, account);
  expect(await office.call(self, {})).toMatchObject({
    username: 'manager.wu',
    role_name: 'manager',
    google2FA: true,
  });
  expect((await office.call(ownPermissions, {})).length).toBeGreaterThan(20);
  expect((await office.call(menu, {})).length).toBeGreaterThan(3);
  const socket = await openSocket(server.url, { token: office.token ?? '' });
  expect((await office.send('GET', '/logout')).code).toBe(0);
  expect((await office.send('GET', '/users/self')).code).toBe(10_001);
  expect((await office.send('GET', '/validate/token')).code).toBe(99);
  await until('the socket is told to go', () => socket.told.some(({ event }) => event === 'session'));
  socket.close();
});

test('a code is accepted once, a wrong one is not, and the challenge ends after five', async () => {
  const account = server.account('ga.south');
  const office = new BackOffice(server.url);
  const credentials = async () => ({
    username: account.username,
    password: account.password,
    captcha: await solveBotCheck(office),
  });
  const opened = await office.send('POST', '/login', await credentials());
  const { validate2FA } = opened.data as { validate2FA: string };
  const oneCode = await unusedCode(server, account);
  expect((await office.send('POST', '/validate2FA', { validate2FA, oneCode })).code).toBe(0);

  const again = (await office.send('POST', '/login', await credentials())).data as { validate2FA: string };
  expect((await office.send('POST', '/validate2FA', { ...again, oneCode })).code).toBe(10_003);
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    const answer = await office.send('POST', '/validate2FA', { ...again, oneCode: '000000' });
    expect([10_003, 10_002]).toContain(answer.code);
  }
  expect((await office.send('POST', '/validate2FA', { ...again, oneCode: '000000' })).code).toBe(10_002);
  expect((await office.send('POST', '/validate2FA', { ...again, oneCode: '１２３４５６' })).code).toBe(400);
});

test('whoever asks for a code of one account gets one that counts, also several in the same half minute', async () => {
  const account = server.account('agent.yitong');
  const offices = await Promise.all([1, 2, 3].map(() => signIn(server, account)));
  for (const office of offices) expect((await office.send('GET', '/users/self')).code).toBe(0);
});

test('an unknown user and a wrong password get the same answer, and a bot check counts once', async () => {
  const office = new BackOffice(server.url);
  const attempt = async (username: string, password: string, captcha?: string) =>
    office.send('POST', '/login', { username, password, captcha: captcha ?? (await solveBotCheck(office)) });
  const wrong = await attempt('agent.lanhai', 'not the password');
  const unknown = await attempt('nobody.at.all', 'not the password');
  expect([wrong.status, wrong.code, wrong.message]).toEqual([unknown.status, unknown.code, unknown.message]);
  expect(wrong.code).toBe(99);
  const captcha = await solveBotCheck(office);
  await attempt('nobody.at.all', 'x', captcha);
  expect((await attempt('nobody.at.all', 'x', captcha)).code).toBe(400);
  expect((await attempt('nobody.at.all', 'x', 'bm90aGluZw==')).code).toBe(400);
});

test('a fresh account is locked until it has bound a second factor', async () => {
  const office = await enterAs(server.url, 'manager.new');
  expect((await office.call(self, {})).google2FA).toBe(false);
  expect((await office.send('POST', '/collection/transactions/search', {})).code).toBe(20_426);
  const { secret } = await office.call(startBinding2FA, {});
  const code = await unusedCode(server, { ...server.account('manager.new'), totp_secret: secret });
  expect((await office.send('POST', '/2FA', { oneCode: '000000' })).code).not.toBe(0);
  await office.call(bind2FA, { oneCode: code });
  expect((await office.send('POST', '/collection/transactions/search', {})).code).toBe(0);
  expect((await office.send('GET', '/2FA')).code).toBe(10_026);
});
