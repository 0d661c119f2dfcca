import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { LatePopover } from '../late-popup.tsx';
import type { FilterOption } from './filter-field.ts';
import styles from './filter.module.css';

interface ChoicesFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
  readonly initial: readonly string[];
}

/** Several values of one list, each a hidden field of the form; the ticks that choose them are folded under a button. */
export function ChoicesField({ name, label, options, initial }: ChoicesFieldProps) {
  const t = useWords('common');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>(initial);
  const first = options.find((option) => option.value === chosen[0])?.label;
  const shown =
    first === undefined ? t('states.all') : chosen.length > 1 ? `${first} +${chosen.length - 1}` : first;
  return (
    <>
      {options
        .filter(({ value }) => chosen.includes(value))
        .map(({ value }) => (
          <input key={value} type="hidden" name={name} value={value} />
        ))}
      <LatePopover
        button={
          <button type="button" className={styles.frame}>
            <span className={styles.label}>{label}</span>{' '}
            <span className={styles.controlText} data-empty={chosen.length === 0 || undefined}>
              {shown}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        }
        isOpen={isOpen}
        onOpen={setOpen}
        position="bottom-start"
        withinPortal={false}
        className={styles.choicesPanel}
      >
        <fieldset className={styles.choices}>
          <legend className={styles.unseen}>{label}</legend>
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, option.value]
                      : chosen.filter((value) => value !== option.value),
                  )
                }
              />
              {option.label}
            </label>
          ))}
        </fieldset>
      </LatePopover>
    </>
  );
}
