import { NativeSelect } from '@mantine/core';
import { subAgents } from '@suanpan/contract/endpoints/binding';
import { useQuery } from '@tanstack/react-query';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { subAgentNames } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';

interface SubAgentFieldProps {
  /** The platform looks for him, since the list would be of all trees. */
  readonly isSought: boolean;
  readonly value: string;
  readonly onChange: (id: string | null) => void;
  readonly error: string | undefined;
}

/** The general agent of a new merchant, who may have none. */
export function SubAgentField({ isSought, value, onChange, error }: SubAgentFieldProps) {
  const t = useWords('users');
  const { data } = useQuery({
    queryKey: [subAgents.path],
    queryFn: ({ signal }) => call(subAgents, {}, { signal }),
    enabled: !isSought,
  });
  if (isSought)
    return <PickInput label={t('create.subAgent')} source={subAgentNames} onPick={onChange} error={error} />;
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
