import { expect, test } from 'vitest';
import { renderScreen } from '../../test/screen.tsx';
import { ownQueries, useOwnCustomized } from './own-user.ts';
import { queryClient } from './query-client.ts';

const theHost = 'of the host';

function Brand() {
  return <output>{useOwnCustomized()?.app_name ?? theHost}</output>;
}

test('a page that stays wears the brand of whoever is in, one after the other', async () => {
  const { piece } = await renderScreen(() => <Brand />);
  const shown = () => piece.querySelector('output')?.textContent;
  for (const name of ['Heng', 'Yi']) {
    await expect.poll(shown).toBe(theHost);
    queryClient.setQueryData(ownQueries.self.queryKey, { customized: { app_name: name } } as never);
    await expect.poll(shown).toBe(name);
    // So all that is known of somebody goes when he leaves.
    queryClient.clear();
  }
  await expect.poll(shown).toBe(theHost);
});
