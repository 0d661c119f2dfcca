import { NativeSelect, TextInput } from '@mantine/core';
import { subAgents } from '@suanpan/contract/endpoints/binding';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useWords } from '../../../lib/use-words.ts';

interface SubAgentFieldProps {
  /** The platform names one by id, since the list would be of all trees. */
  readonly isTyped: boolean;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

/** The general agent of a new merchant, who may have none. */
export function SubAgentField({ isTyped, value, onChange, error }: SubAgentFieldProps) {
  const t = useWords('users');
  const { data } = useQuery({
    queryKey: [subAgents.path],
    queryFn: ({ signal }) => call(subAgents, {}, { signal }),
    enabled: !isTyped,
  });
  if (isTyped)
    return (
      <TextInput
        label={t('create.subAgentId')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
        error={error}
        inputMode="numeric"
      />
    );
  return (
    <NativeSelect
      label={t('create.subAgent')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('create.noSubAgent') },
        ...(data ?? []).map(({ id, name, username }) => ({ value: id, label: `${name} · ${username}` })),
      ]}
      error={error}
    />
  );
}
