import { PasswordInput, TextInput } from '@mantine/core';
import type { DriverView } from '@suanpan/contract/endpoints/channel-definitions';
import { useWords } from '../../lib/use-words.ts';
import { credentialWord } from './credential-word.ts';

interface CredentialFieldsProps {
  readonly driver: DriverView;
  readonly value: Readonly<Record<string, string>>;
  readonly onChange: (credentials: Record<string, string>) => void;
}

/** What a protocol has to be told to know us, a secret one behind dots. */
export function CredentialFields({ driver, value, onChange }: CredentialFieldsProps) {
  const t = useWords('channelDefs');
  return driver.fields.map(({ name, secret }) => {
    const Field = secret ? PasswordInput : TextInput;
    return (
      <Field
        key={name}
        label={credentialWord(t, name)}
        value={value[name] ?? ''}
        onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        required
      />
    );
  });
}

/** Whether each of them is filled in. */
export const isFilled = (driver: DriverView | undefined, value: Readonly<Record<string, string>>): boolean =>
  driver !== undefined && driver.fields.every(({ name }) => (value[name] ?? '') !== '');
