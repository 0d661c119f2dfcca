import { TextInput } from '@mantine/core';

interface CodeInputProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
}

/** Six digits among other fields of a form; anything else is dropped while it is typed. */
export function CodeInput({ name, label, error }: CodeInputProps) {
  return (
    <TextInput
      name={name}
      label={label}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      onInput={(event) => {
        const field = event.currentTarget;
        field.value = field.value.replace(/\D/g, '').slice(0, 6);
      }}
    />
  );
}
