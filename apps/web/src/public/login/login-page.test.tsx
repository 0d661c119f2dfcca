import { captcha, login, setPassword } from '@suanpan/contract/endpoints/login';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { LoginPage } from './login-page.tsx';

const password = 'correct horse battery staple';

/** A challenge whose solution is found at the first try. */
async function easyChallenge() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('salt0'));
  const challenge = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { algorithm: 'SHA-256' as const, challenge, maxnumber: 10, salt: 'salt', signature: 'signed' };
}

test('that the password is set is said until the next step begins', async () => {
  const challenge = await easyChallenge();
  wire(
    reply(captcha, () => challenge),
    reply(setPassword, () => ({})),
    reply(login, () => ({
      bind2FA: { secret: 'JBSWY3DPEHPK3PXP', otpauth_url: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' },
    })),
  );
  location.hash = '#/userLogin?code=once';
  onTestFinished(() => history.replaceState(null, '', location.pathname));
  const brand = { appName: 'Suanpan', logo: '' };
  const screen = await renderDressed(
    <LoginPage brand={brand} notice={null} onSuccess={() => Promise.resolve()} />,
  );
  await userEvent.fill(screen.getByLabelText('New password'), password);
  await userEvent.fill(screen.getByLabelText('Once more'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await expect.element(screen.getByText('Your password is set; please sign in')).toBeVisible();
  await userEvent.fill(screen.getByLabelText('Username'), 'manager.new');
  await userEvent.fill(screen.getByLabelText('Password', { exact: true }), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.element(screen.getByText('Bind two-factor authentication', { exact: true })).toBeVisible();
  expect(screen.text()).not.toContain('password is set');
});
