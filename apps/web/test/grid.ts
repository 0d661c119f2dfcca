import { expect } from 'vitest';

/** The rows that stand whole between the header and the foot. */
export function wholeRows(piece: HTMLElement): number {
  const scroller = piece.querySelector('table')?.parentElement ?? piece;
  const bottom = scroller.getBoundingClientRect().bottom;
  return [...piece.querySelectorAll('tbody tr[data-key]')].filter(
    (row) => row.getBoundingClientRect().bottom <= bottom,
  ).length;
}

export const headers = (piece: HTMLElement): string[] =>
  [...piece.querySelectorAll('thead th')].map((head) => head.textContent.replace(/[↑↓↕]/, '').trim());

export async function rowsCome(piece: HTMLElement): Promise<void> {
  await expect
    .poll(() => piece.querySelectorAll('[data-key]').length, { timeout: 20_000 })
    .toBeGreaterThan(0);
}

/** Figures, times and tags that their cells cut. */
export const cutFigures = (piece: HTMLElement): string[] =>
  [...piece.querySelectorAll<HTMLElement>('tbody td .num, tbody td [data-tone]')].flatMap((figure) => {
    const cell = figure.closest('td');
    const isCut =
      figure.scrollWidth > figure.clientWidth + 1 && figure.clientWidth > 0
        ? true
        : cell !== null && cell.scrollWidth > cell.clientWidth;
    return isCut ? [figure.textContent] : [];
  });

/** Headers whose words have not the room that they need. */
export const cutHeaders = (piece: HTMLElement): string[] =>
  [...piece.querySelectorAll<HTMLElement>('thead th > :first-child:not(input)')].flatMap((title) => {
    const words = document.createRange();
    words.selectNodeContents(title);
    const room = (title.parentElement?.clientWidth ?? 0) - 16;
    return words.getBoundingClientRect().width > room + 0.5 ? [title.textContent] : [];
  });
