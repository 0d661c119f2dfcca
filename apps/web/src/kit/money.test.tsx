import { describe, expect, test } from 'vitest';
import { renderDressed } from '../../test/render.tsx';
import { Money } from './money.tsx';

describe('an amount', () => {
  test.each([
    ['1234567.8990', false, '1,234,567.89'],
    ['-0.0099', false, '0.00'],
    ['1234.56789', true, '1,234.5678'],
    ['nonsense', false, '0.00'],
  ])('%s is cut and never rounded (four decimals: %s)', async (value, isExact, shown) => {
    const screen = await renderDressed(<Money value={value} isExact={isExact} />);
    expect(screen.text()).toBe(shown);
  });

  test('of a change carries its sign, and nothing at all is a dash', async () => {
    const change = await renderDressed(<Money value="12.5000" isChange />);
    expect(change.text()).toBe('+12.50');
    const none = await renderDressed(<Money value={null} />);
    expect(none.text()).toBe('–');
  });
});
