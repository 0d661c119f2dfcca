import { TextInput } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

interface Contact {
  readonly phone: string;
  readonly email: string;
}

interface ContactFieldsProps {
  readonly value: Contact;
  readonly onChange: (change: Partial<Contact>) => void;
  readonly errors: { readonly [Field in keyof Contact]: string | undefined };
}

/** How a user is reached, side by side; both may stay empty. */
export function ContactFields({ value, onChange, errors }: ContactFieldsProps) {
  const t = useWords('users');
  return (
    <div className={styles.pair}>
      {(['phone', 'email'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`columns.${name}`)}
          value={value[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          error={errors[name]}
        />
      ))}
    </div>
  );
}
