import type { Permission } from '@suanpan/domain/access/permissions';
import { locales } from '@suanpan/messages/locale';
import i18next from 'i18next';
import { afterAll, expect, test } from 'vitest';
import { orderAt, orderDetail } from '../../../test/fixture/orders.ts';
import { renderDressed } from '../../../test/render.tsx';
import { WordsContext } from '../../lib/use-words.ts';
import { useCollectionStory } from '../collection/story-words.ts';
import { StoryTab, type StoryTabProps } from './story-tab.tsx';

const detail = orderDetail(orderAt(0, Date.now()));
const act = (kind: string) => ({
  at: detail.order.created_at,
  kind,
  actor: 'admin.lin',
  from: null,
  to: null,
  detail: {},
});
/** Acts without a sentence of their own, one of a person and one of the system. */
const others: readonly (Permission | 'event.redeliver')[] = [
  'collections.transactions.abnormal',
  'event.redeliver',
];

function Told({ story }: Pick<StoryTabProps, 'story'>) {
  return <StoryTab story={story} words={useCollectionStory()} />;
}

afterAll(async () => {
  await i18next.changeLanguage('en');
});

test.each(locales)('in %s no act of the story is called by its name in the program', async (locale) => {
  // The words are started by the first rendering, in English.
  await (await renderDressed(null)).unmount();
  await i18next.changeLanguage(locale);
  const story = { ...detail, provider: null, timeline: [...detail.timeline, ...others.map(act)] };
  const { piece } = await renderDressed(
    <WordsContext value={locale}>
      <Told story={story} />
    </WordsContext>,
  );
  await expect.poll(() => piece.querySelectorAll('li b').length).toBeGreaterThan(others.length);
  const named = () => [...piece.querySelectorAll('ol > li b')].map((name) => name.textContent ?? '');
  await expect.poll(() => named().every((name) => name !== '')).toBe(true);
  for (const name of named()) expect(name).not.toMatch(/[a-z]+\.[a-zA-Z]+|\{\{/);
});
