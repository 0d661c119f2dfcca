import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../lib/query-client.ts';
import { renderDressed } from '../../../test/render.tsx';
import { EmptyState } from '../empty-state.tsx';
import { DataGrid } from './data-grid.tsx';
import { useGridLayout } from './grid-layout.ts';
import type { GridColumn } from './grid-column.ts';
import type { DataGridProps } from './grid-props.ts';

interface Row {
  readonly id: string;
  readonly amount: string;
}
const columns: readonly GridColumn<Row>[] = [
  { key: 'id', title: 'Number', width: 120, cell: (row) => row.id },
  { key: 'amount', title: 'Amount', width: 120, isFigure: true, sort: 'amount', cell: (row) => row.amount },
  { key: 'note', title: 'Note', width: 120, isHidden: true, cell: () => 'hidden at first' },
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `N${index}`, amount: `${index}.00` }));

function Sample(props: Partial<DataGridProps<Row>>) {
  const layout = useGridLayout('sample', columns);
  return (
    <div style={{ height: 500, display: 'flex' }}>
      <DataGrid
        label="Sample"
        columns={columns}
        layout={layout}
        rows={rowsOf(3)}
        rowKey={(row) => row.id}
        message={<EmptyState kind="noMatch" />}
        {...props}
      />
    </div>
  );
}

function WideSample({
  columns: wide,
  rows = rowsOf(3),
}: {
  columns: readonly GridColumn<Row>[];
  rows?: readonly Row[];
}) {
  const layout = useGridLayout('wide', wide);
  return (
    <div style={{ width: 900, height: 400, display: 'flex' }}>
      <button type="button" onClick={() => layout.change({ hidden: ['other'] })}>
        hide other
      </button>
      <DataGrid
        label="Wide"
        columns={wide}
        layout={layout}
        rows={rows}
        rowKey={(row) => row.id}
        message={null}
      />
    </div>
  );
}

beforeEach(() => queryClient.clear());

describe('the grid', () => {
  test('keeps ten thousand rows to those in view', async () => {
    const { piece: container } = await renderDressed(<Sample rows={rowsOf(10_000)} />);
    await expect.poll(() => container.querySelectorAll('tbody tr[data-key]').length).toBeLessThan(60);
    const scroller = container.querySelector('[role="group"]');
    scroller?.scrollTo(0, 32 * 9_990);
    await expect.poll(() => container.textContent).toContain('N9995');
    expect(container.querySelectorAll('*').length).toBeLessThan(1_500);
  });

  test('draws what is seen of a page first, and the rest of it a moment later', async () => {
    const three: readonly GridColumn<Row>[] = ['id', 'other', 'amount'].map((key) => ({
      key,
      title: key,
      width: 120,
      cell: () => key,
    }));
    const { piece } = await renderDressed(<WideSample columns={three} rows={rowsOf(60)} />);
    const cells = (): number[] =>
      [...piece.querySelectorAll('tbody tr[data-key]')].map((row) => row.querySelectorAll('td').length);
    await expect.poll(() => cells().length).toBe(60);
    const seen: number[][] = [];
    const watch = new MutationObserver(() => seen.push(cells()));
    watch.observe(piece, { childList: true, subtree: true });
    await userEvent.click(page.getByRole('button', { name: 'hide other' }));
    await expect.poll(cells).toEqual(Array.from({ length: 60 }, () => 2));
    watch.disconnect();
    expect([seen[0]?.at(0), seen[0]?.at(-1)]).toEqual([2, 3]);
    const keys = [...piece.querySelectorAll<HTMLElement>('tbody tr')].map((row) => row.dataset['key']);
    expect(keys).toEqual(rowsOf(60).map((row) => row.id));
  });

  test('draws of a wide table the columns in sight, and keeps the places of the others', async () => {
    const wide: readonly GridColumn<Row>[] = Array.from({ length: 30 }, (_, place) => ({
      key: `c${place}`,
      title: `Column ${place}`,
      width: 120,
      holds: () => `${place}`,
      cell: (row) => `${row.id}.${place}`,
    }));
    const { piece } = await renderDressed(<WideSample columns={wide} />);
    await expect.poll(() => piece.querySelector('tbody tr')?.textContent).toContain('N0.9');
    const spanOf = (cell: Element): number =>
      Number(/^span (\d+)/.exec((cell as HTMLElement).style.gridColumn)?.[1] ?? 1);
    const spans = (): number[] => [...(piece.querySelector('tbody tr')?.children ?? [])].map(spanOf);
    const drawn = (): string[] =>
      [...(piece.querySelector('tbody tr')?.children ?? [])].map((cell) => cell.textContent);
    expect(piece.querySelectorAll('thead th')).toHaveLength(30);
    expect(spans().length).toBeLessThan(20);
    expect(spans().reduce((sum, span) => sum + span, 0)).toBe(30);
    expect(drawn()).not.toContain('N0.25');
    piece.querySelector('[role="group"]')?.scrollTo(30 * 120, 0);
    await expect.poll(drawn).toContain('N0.29');
    // The pinned one stays, and a cell stands under its header.
    expect(drawn()[0]).toBe('N0.0');
    expect(spans().reduce((sum, span) => sum + span, 0)).toBe(30);
    const [head, cell] = [
      piece.querySelector('thead th:last-child'),
      piece.querySelector('tbody td:last-child'),
    ];
    expect(cell?.getBoundingClientRect().left).toBe(head?.getBoundingClientRect().left);
    expect(cell?.getAttribute('aria-colindex')).toBe('30');
  });

  test('makes a cell once, whichever columns come or go beside it', async () => {
    const made = vi.fn<(row: Row) => void>();
    const counted: readonly GridColumn<Row>[] = [
      { key: 'id', title: 'Number', width: 120, cell: (row) => row.id },
      { key: 'other', title: 'Other', width: 120, cell: () => 'other' },
      {
        key: 'amount',
        title: 'Amount',
        width: 120,
        cell: (row) => {
          made(row);
          return row.amount;
        },
      },
    ];
    const rows = rowsOf(5);
    const { piece, ...screen } = await renderDressed(<WideSample columns={counted} rows={rows} />);
    await expect.poll(() => piece.textContent).toContain('Other');
    await userEvent.click(screen.getByRole('button', { name: 'hide other' }));
    expect(piece.querySelector('thead')?.textContent).not.toContain('Other');
    expect(made).toHaveBeenCalledTimes(5);
  });

  test('moves with j and k, opens with Enter and copies with c', async () => {
    const opened = vi.fn<(row: Row) => void>();
    const copied = vi.fn<(row: Row) => void>();
    const { piece: container } = await renderDressed(<Sample onOpen={opened} copy={copied} />);
    await userEvent.keyboard('jjk{Enter}c');
    expect(container.querySelector('tr[data-active]')?.getAttribute('data-key')).toBe('N0');
    expect(opened).toHaveBeenCalledExactlyOnceWith({ id: 'N0', amount: '0.00' });
    expect(copied).toHaveBeenCalledTimes(1);
  });

  test('keeps its keys to itself while somebody types', async () => {
    const opened = vi.fn<(row: Row) => void>();
    const screen = await renderDressed(
      <>
        <input aria-label="elsewhere" />
        <Sample onOpen={opened} />
      </>,
    );
    await userEvent.type(screen.getByLabelText('elsewhere'), 'jj{Enter}');
    expect(opened).not.toHaveBeenCalled();
    expect(screen.piece.querySelector('tr[data-active]')).toBeNull();
  });

  test('shows the first act of a row in it, and only further ones behind one menu for all rows', async () => {
    const done: string[] = [];
    const act = (key: string) => ({ key, label: key, run: () => void done.push(key) });
    const screen = await renderDressed(
      <Sample
        actions={({ id }) =>
          id === 'N0' ? [act('Lift')] : id === 'N1' ? [act('Edit'), act('Remove what it is')] : []
        }
      />,
    );
    expect(screen.getByRole('button', { name: 'More' }).elements()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Lift' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove what it is' }));
    expect(done).toEqual(['Lift', 'Edit', 'Remove what it is']);
  });

  test('an act of many words has room, and one that is hindered says why and does nothing', async () => {
    const run = vi.fn<() => void>();
    const label = 'Take it off the list of all lists';
    const { piece } = await renderDressed(
      <Sample actions={() => [{ key: 'take', label, disabledBecause: 'It is in use', run }]} />,
    );
    const button = piece.querySelector<HTMLButtonElement>('button[data-act="do"]');
    const cell = button?.closest('td');
    await expect.poll(() => cell && cell.clientWidth >= (button?.offsetWidth ?? 0)).toBe(true);
    expect([button?.disabled, button?.title]).toEqual([true, 'It is in use']);
    button?.click();
    expect(run).not.toHaveBeenCalled();
  });

  test('on a phone a card that opens nothing unfolds its rest and what can be done', async () => {
    await page.viewport(390, 800);
    const run = vi.fn<() => void>();
    const screen = await renderDressed(
      <Sample
        rows={rowsOf(1)}
        columns={columns.map((column) => (column.key === 'id' ? { ...column, card: 1 as const } : column))}
        actions={() => [{ key: 'lift', label: 'Lift', run }]}
      />,
    );
    expect(screen.text()).not.toContain('Amount');
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.text()).toContain('Amount0.00');
    await userEvent.click(screen.getByRole('button', { name: 'Lift' }));
    expect(run).toHaveBeenCalledTimes(1);
    await page.viewport(1440, 900);
  });

  test('on a phone a card opens wherever it is hit, but for what is copied on it', async () => {
    await page.viewport(390, 800);
    const opened = vi.fn<(row: Row) => void>();
    const [first, ...others] = columns;
    if (first === undefined) throw new Error('There is no column');
    const number: GridColumn<Row> = {
      ...first,
      card: 1,
      cell: ({ id }) => (
        <>
          <i>{id}</i> <button type="button">copy</button>
        </>
      ),
    };
    const { piece } = await renderDressed(
      <Sample rows={rowsOf(1)} columns={[number, ...others]} onOpen={opened} />,
    );
    const hit = (selector: string): void => {
      const { left, top, height, width } =
        piece.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const target = document.elementFromPoint(left + width / 2, top + height / 2);
      if (target instanceof HTMLElement) target.click();
    };
    hit('article button');
    expect(opened).not.toHaveBeenCalled();
    hit('article i');
    expect(opened).toHaveBeenCalledTimes(1);
    await page.viewport(1440, 900);
  });

  test('on a phone one figure of a card speaks for itself, and of several each has its name', async () => {
    await page.viewport(390, 800);
    const [first, amount] = columns;
    if (first === undefined || amount === undefined) throw new Error('There are no columns');
    const number = { ...first, card: 1 as const };
    const figure = { ...amount, card: 2 as const };
    const single = await renderDressed(<Sample rows={rowsOf(1)} columns={[number, figure]} />);
    expect(single.piece.querySelector('article')?.textContent).toBe('N00.00');
    const several = await renderDressed(
      <Sample rows={rowsOf(1)} columns={[{ ...number, isFigure: true }, figure]} />,
    );
    expect(several.piece.querySelector('article')?.textContent).toBe('NumberN0Amount0.00');
    await page.viewport(1440, 900);
  });

  test('on a phone what is not there takes no line, but keeps the place of what follows it', async () => {
    await page.viewport(390, 800);
    const [first] = columns;
    if (first === undefined) throw new Error('There is no column');
    const said = (key: string, card: 1 | 2 | 3, says: string): GridColumn<Row> => ({
      ...first,
      key,
      card,
      words: () => says,
      cell: () => says,
    });
    const { piece } = await renderDressed(
      <WideSample
        rows={rowsOf(1)}
        columns={[
          { ...first, card: 1 },
          said('none', 2, '–'),
          said('nobody', 2, '–'),
          said('before', 3, '–'),
          said('who', 3, 'somebody'),
          said('after', 3, '–'),
        ]}
      />,
    );
    const lines = [...piece.querySelectorAll('article [data-line]')].map((line) =>
      [...line.children].map((one) => one.textContent),
    );
    expect(lines).toEqual([['N0'], ['–', 'somebody']]);
    await page.viewport(1440, 900);
  });

  test('asks the server to sort, largest first and then the other way round', async () => {
    const sorted = vi.fn<(sort: string) => void>();
    const screen = await renderDressed(<Sample sort="-amount" onSort={sorted} />);
    expect(
      screen
        .getByRole('columnheader', { name: /Amount/ })
        .element()
        .getAttribute('aria-sort'),
    ).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: /Amount/ }));
    expect(sorted).toHaveBeenCalledExactlyOnceWith('amount');
  });

  test('ticks rows and the whole page', async () => {
    const ticked = vi.fn<(selected: ReadonlySet<string>) => void>();
    const screen = await renderDressed(<Sample selected={new Set(['N0'])} onSelect={ticked} />);
    await userEvent.click(screen.getByLabelText('Select this page'));
    expect([...(ticked.mock.calls[0]?.[0] ?? [])]).toEqual(['N0', 'N1', 'N2']);
  });

  test('says why it is empty, and hides what was hidden', async () => {
    const empty = await renderDressed(<Sample rows={[]} />);
    expect(empty.text()).toContain('Nothing matches');
    expect(empty.text()).not.toContain('Note');
  });
});
