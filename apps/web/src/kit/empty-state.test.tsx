import { expect, onTestFinished, test } from 'vitest';
import { renderDressed } from '../../test/render.tsx';
import { EmptyState } from './empty-state.tsx';

test.each(['light', 'dark'])('what an empty list offers stands out from its ground in %s', async (scheme) => {
  const root = document.documentElement;
  const before = root.dataset['mantineColorScheme'];
  onTestFinished(() => {
    root.dataset['mantineColorScheme'] = before ?? 'light';
  });
  const { getByRole, piece } = await renderDressed(
    <>
      <EmptyState kind="none" action={{ label: 'Begin', run: () => {} }} />
      <i style={{ background: 'var(--sp-ink-tint)', color: 'var(--sp-ink)' }}>As the theme has it</i>
    </>,
  );
  root.dataset['mantineColorScheme'] = scheme;
  const looks = (one: Element | null) => {
    const style = getComputedStyle(one ?? expect.fail('it is not there'));
    return [style.backgroundColor, style.color];
  };
  expect(looks(getByRole('button', { name: 'Begin' }).element())).toEqual(looks(piece.querySelector('i')));
});
