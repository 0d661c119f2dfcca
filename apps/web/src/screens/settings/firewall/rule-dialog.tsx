import { NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  createFirewallRule,
  updateFirewallRule,
  type FirewallRule,
} from '@suanpan/contract/endpoints/protection';
import { firewallDefaultAttempts, firewallDefaultWindowS } from '@suanpan/domain/limits';
import { firewallKeys, keysOf, pathClasses } from '@suanpan/domain/protection/firewall';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { PickInput } from '../../../kit/pick-input.tsx';
import { call } from '../../../lib/api.ts';
import { agentNames } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './firewall.module.css';

type Draft = Pick<FirewallRule, 'name' | 'path_class' | 'key' | 'enabled'> & {
  readonly windowS: string;
  readonly attempts: string;
  readonly banS: string;
  /** Null while the words name nobody. */
  readonly agentId: string | null;
};

function draftOf(rule: FirewallRule | null): Draft {
  return {
    name: rule?.name ?? '',
    path_class: rule?.path_class ?? 'backOffice',
    key: rule?.key ?? 'ip',
    enabled: rule?.enabled ?? true,
    windowS: String(rule?.window_s ?? firewallDefaultWindowS),
    attempts: String(rule?.attempts ?? firewallDefaultAttempts),
    banS: String(rule?.ban_s ?? 0),
    agentId: rule?.agent_id ?? '',
  };
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 7);

interface RuleDialogProps {
  readonly rule: FirewallRule | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A new rule, or one that is changed; the specification's example stands there from the start. */
export function RuleDialog({ rule, onDone, onClose }: RuleDialogProps) {
  const t = useWords('protection');
  const common = useWords('common');
  const [draft, setDraft] = useState(() => draftOf(rule));
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const keys = keysOf(draft.path_class);
  const number = (label: string, key: 'windowS' | 'attempts' | 'banS', error: string | undefined) => (
    <TextInput
      label={label}
      value={draft[key]}
      onChange={(event) => change({ [key]: digits(event.currentTarget.value) })}
      error={error}
      inputMode="numeric"
      required
    />
  );
  return (
    <FormDialog
      title={rule === null ? t('firewall.add') : t('firewall.edit')}
      submitLabel={common('buttons.save')}
      isReady={
        draft.agentId !== null &&
        draft.name.trim() !== '' &&
        [draft.windowS, draft.attempts, draft.banS].every((text) => text !== '')
      }
      act={async (_form, once) => {
        const input = {
          name: draft.name,
          path_class: draft.path_class,
          key: draft.key,
          window_s: Number(draft.windowS),
          attempts: Number(draft.attempts),
          ban_s: Number(draft.banS),
          agent_id: draft.agentId || null,
          enabled: draft.enabled,
        };
        if (rule === null) await call(createFirewallRule, input, once);
        else await call(updateFirewallRule, { ...input, id: rule.id, version: rule.version });
        onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('firewall.name')}
            value={draft.name}
            maxLength={64}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={errorOf('name')}
            required
            data-autofocus
          />
          <div className={styles.numbers}>
            <NativeSelect
              label={t('firewall.place')}
              value={draft.path_class}
              onChange={(event) => {
                const place = pathClasses.find((one) => one === event.currentTarget.value) ?? 'backOffice';
                change({ path_class: place, ...(keysOf(place).includes(draft.key) ? {} : { key: 'ip' }) });
              }}
              data={pathClasses.map((one) => ({ value: one, label: t(`places.${one}`) }))}
            />
            <NativeSelect
              label={t('firewall.key')}
              value={draft.key}
              onChange={(event) =>
                change({ key: firewallKeys.find((one) => one === event.currentTarget.value) ?? 'ip' })
              }
              data={keys.map((one) => ({ value: one, label: t(`keys.${one}`) }))}
              error={errorOf('key')}
            />
            {number(t('firewall.window'), 'windowS', errorOf('window_s'))}
            {number(t('firewall.attempts'), 'attempts', errorOf('attempts'))}
          </div>
          {number(t('firewall.ban'), 'banS', errorOf('ban_s'))}
          {draft.key !== 'ip' && (
            <PickInput
              label={t('firewall.agent')}
              source={agentNames}
              initial={draft.agentId ?? ''}
              onPick={(agentId) => change({ agentId })}
              error={errorOf('agent_id')}
            />
          )}
          <Switch
            label={t('firewall.enabled')}
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        </>
      )}
    </FormDialog>
  );
}
