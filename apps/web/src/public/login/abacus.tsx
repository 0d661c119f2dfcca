import { dayOf } from '../../lib/platform-time.ts';
import styles from './abacus.module.css';

const pitch = 58;
const bead = { width: 50, height: 22, step: 24 };
const top = 14;
const beamY = top + bead.step * 3 + 6;
const earthTop = beamY + 10;
const bottom = earthTop + bead.step * 6 + 4;

/** Where the beads of one rod lie for a digit: two of five above the beam, five of one below it. */
function beadsOf(digit: number): { y: number; isCounted: boolean }[] {
  const fives = digit >= 5 ? 1 : 0;
  const ones = digit % 5;
  const heaven = Array.from({ length: 2 }, (_, index) => {
    const isCounted = index >= 2 - fives;
    return { y: top + bead.step * index + (isCounted ? bead.step : 0), isCounted };
  });
  const earth = Array.from({ length: 5 }, (_, index) => {
    const isCounted = index < ones;
    return { y: earthTop + bead.step * index + (isCounted ? 0 : bead.step), isCounted };
  });
  return [...heaven, ...earth];
}

/** The quiet drawing beside the login: a suanpan that shows today's date, its last counted bead in amber. */
export function Abacus({ nowMs }: { nowMs: number }) {
  const digits = [...dayOf(nowMs).slice(2).replaceAll('-', '')].map(Number);
  const rods = [0, ...digits, 0];
  const width = rods.length * pitch + 24;
  const lastCounted = rods.findLastIndex((digit) => digit % 5 !== 0);
  return (
    <svg viewBox={`0 0 ${width} ${bottom + 14}`} className={styles.abacus} aria-hidden>
      <rect x="3" y="3" width={width - 6} height={bottom + 8} rx="14" className={styles.frame} />
      {rods.map((digit, rod) => {
        const x = 12 + pitch * rod + pitch / 2;
        const beads = beadsOf(digit);
        const last = beads.findLastIndex((one) => one.isCounted);
        return (
          <g key={rod}>
            <path d={`M${x} 6V${bottom + 8}`} className={styles.rod} />
            {beads.map((one, index) => (
              <path
                key={index}
                d={lozenge(x - bead.width / 2, one.y)}
                className={
                  rod === lastCounted && index === last
                    ? styles.amber
                    : one.isCounted
                      ? styles.counted
                      : styles.rest
                }
              />
            ))}
          </g>
        );
      })}
      <rect x="3" y={beamY - 4} width={width - 6} height="8" className={styles.beam} />
    </svg>
  );
}

/** A bead seen from the side: pointed at the middle, flat where it touches its neighbours. */
function lozenge(x: number, y: number): string {
  const { width, height } = bead;
  const flat = 9;
  return [
    `M${x + flat} ${y}`,
    `H${x + width - flat}`,
    `Q${x + width - 3} ${y + 1} ${x + width} ${y + height / 2}`,
    `Q${x + width - 3} ${y + height - 1} ${x + width - flat} ${y + height}`,
    `H${x + flat}`,
    `Q${x + 3} ${y + height - 1} ${x} ${y + height / 2}`,
    `Q${x + 3} ${y + 1} ${x + flat} ${y}Z`,
  ].join('');
}
