import { MantineProvider, PasswordInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { brandedTheme } from './theme.ts';

test('the eye of a password is called what the language that is shown calls it', async () => {
  const screen = await render(
    <MantineProvider theme={brandedTheme('#7a1f6b', '顯示密碼')}>
      <PasswordInput label="支付密碼" />
    </MantineProvider>,
  );
  await expect.element(screen.getByRole('button', { name: '顯示密碼', includeHidden: true })).toBeVisible();
});
