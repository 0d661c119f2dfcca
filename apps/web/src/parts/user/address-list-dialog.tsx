import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { StepUpFields } from '../../kit/step-up-fields.tsx';
import { fieldText } from '../../lib/form-field.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './user.module.css';

interface AddressListDialogProps {
  readonly title: string;
  readonly effect: string;
  readonly entries: readonly string[];
  /** Offered to be added, where the list is about the address in hand. */
  readonly ownAddress?: string;
  readonly save: (
    entries: string[],
    stepUp: { readonly payment_password: string; readonly one_code: string },
  ) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Addresses and networks, one a line, with payment password and code. */
export function AddressListDialog(props: AddressListDialogProps) {
  const t = useWords('personal');
  const common = useWords('common');
  const field = useRef<HTMLTextAreaElement>(null);
  const { ownAddress } = props;
  const addOwn = (): void => {
    if (field.current === null || ownAddress === undefined) return;
    const entries = entriesOf(field.current.value);
    if (!entries.includes(ownAddress)) field.current.value = [...entries, ownAddress].join('\n');
    field.current.focus();
  };
  return (
    <FormDialog
      title={props.title}
      submitLabel={common('buttons.save')}
      onClose={props.onClose}
      act={(form) =>
        props.save(entriesOf(fieldText(form, 'ip_allowlist')), {
          payment_password: fieldText(form, 'payment_password'),
          one_code: fieldText(form, 'one_code'),
        })
      }
    >
      {(errorOf) => (
        <>
          <p className={styles.effect}>{props.effect}</p>
          <Textarea
            ref={field}
            name="ip_allowlist"
            label={t('addresses.entries')}
            defaultValue={props.entries.join('\n')}
            error={errorOf('ip_allowlist') ?? (hasEntryFault(errorOf) ? common('validation.ip') : undefined)}
            autosize
            minRows={4}
            maxRows={10}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            data-autofocus
          />
          {ownAddress !== undefined && (
            <div>
              <Button variant="subtle" size="xs" onClick={addOwn}>
                {t('addresses.addOwn', { ip: ownAddress })}
              </Button>
            </div>
          )}
          <StepUpFields passwordError={errorOf('payment_password')} codeError={errorOf('one_code')} />
        </>
      )}
    </FormDialog>
  );
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** The server names the line that is no address (`ip_allowlist.2`). */
function hasEntryFault(errorOf: (field: string) => string | undefined): boolean {
  return Array.from({ length: 50 }, (_, index) => errorOf(`ip_allowlist.${index}`)).some(Boolean);
}
