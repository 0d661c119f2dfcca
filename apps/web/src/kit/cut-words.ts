/** How far above what is pointed at the box may stand that cuts it: `td > span > b`. */
const mostSteps = 3;

/** Whether a box shows an ellipsis in place of the end of its words, or of their beginning. */
export function isCut(box: HTMLElement): boolean {
  const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(box);
  if (textOverflow !== 'ellipsis') return false;
  // What reaches into the padding scrolls nothing and is cut all the same.
  const words = document.createRange();
  words.selectNodeContents(box);
  const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return box.scrollWidth > box.clientWidth || words.getBoundingClientRect().width > room + 0.5;
}

/**
 * Whatever is cut off is told whole in a tooltip. It is measured when the pointer comes to it, so that a table pays
 * nothing for it; a tooltip that somebody wrote stays as it is. Answers how to stop.
 */
export function tellWhatIsCut(): () => void {
  const tell = (event: Event): void => {
    let box = event.target;
    for (let n = 0; n < mostSteps && box instanceof HTMLElement; n += 1) {
      const isOurs = box.dataset['told'] !== undefined;
      // A number that copies itself names itself: see copy-bubble.tsx.
      if ('copy' in box.dataset || (box.title !== '' && !isOurs)) return;
      if (isCut(box)) {
        box.title = box.innerText.trim();
        box.dataset['told'] = '';
        return;
      }
      if (isOurs) {
        box.removeAttribute('title');
        delete box.dataset['told'];
      }
      box = box.parentElement;
    }
  };
  document.addEventListener('pointerover', tell);
  return () => document.removeEventListener('pointerover', tell);
}
