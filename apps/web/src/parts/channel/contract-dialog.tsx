import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { latePayments } from '@suanpan/contract/endpoints/collection-setting';
import type { UpstreamKeyRow, UpstreamKeys } from '@suanpan/contract/endpoints/upstream-keys';
import type { Currency } from '@suanpan/money/currency';
import { useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { CurrencySelect } from '../../kit/currency-select.tsx';
import { PickInput } from '../../kit/pick-input.tsx';
import { call } from '../../lib/api.ts';
import { agentNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../use-told-submission.ts';
import styles from '../user/dialogs.module.css';
import { CredentialFields, isFilled } from './credential-fields.tsx';
import { useProviders } from './use-providers.ts';

interface ContractDialogProps {
  readonly endpoints: UpstreamKeys;
  /** The contract that is changed; null for a new one, which brings its credentials. */
  readonly row: UpstreamKeyRow | null;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** A senior agent's contract with a provider. A second person has to agree, because money goes where it says. */
export function ContractDialog({ endpoints, row, onDone, onClose }: ContractDialogProps) {
  const t = useWords('channelDefs');
  const told = useToldSubmission();
  const { driverOf, providers } = useProviders();
  const [agentId, setAgentId] = useState<string | null>('');
  const [chosen, setChosen] = useState('');
  const [currency, setCurrency] = useState<Currency>('TWD');
  const [name, setName] = useState(row?.name ?? '');
  const [url, setUrl] = useState(row?.base_url ?? '');
  const [late, setLate] = useState<(typeof latePayments)[number]>(row?.late_payment ?? 'credit');
  const [networks, setNetworks] = useState(row?.notify_networks.join('\n') ?? '');
  const [isEnabled, setEnabled] = useState(row?.enabled ?? true);
  const [credentials, setCredentials] = useState<Record<string, string>>({});
  const provider = providers.find(({ id }) => id === chosen) ?? providers[0];
  const driver = driverOf(provider?.driver);
  const isWhole = name.trim() !== '' && url.trim() !== '';
  return (
    <Confirm
      title={row === null ? t('acts.addKey') : `${t('acts.editKey')} · ${row.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('hints.key')}</p>
          {row === null && (
            <>
              <PickInput label={t('columns.agent')} source={agentNames} onPick={setAgentId} required />
              <div className={styles.pair}>
                <NativeSelect
                  label={t('columns.provider')}
                  value={provider?.id ?? ''}
                  onChange={(event) => {
                    setChosen(event.currentTarget.value);
                    setCredentials({});
                  }}
                  data={providers.map(({ id, name: label }) => ({ value: id, label }))}
                />
                <CurrencySelect label={t('columns.currency')} value={currency} onPick={setCurrency} />
              </div>
            </>
          )}
          <TextInput
            label={t('columns.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={64}
            autoComplete="off"
            required
          />
          <TextInput
            label={t('columns.baseUrl')}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value.trim())}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <NativeSelect
            label={t('columns.latePayment')}
            value={late}
            onChange={(event) =>
              setLate(latePayments.find((one) => one === event.currentTarget.value) ?? 'credit')
            }
            data={latePayments.map((one) => ({ value: one, label: t(`latePayments.${one}`) }))}
          />
          <Textarea
            label={t('fields.networks')}
            value={networks}
            onChange={(event) => setNetworks(event.currentTarget.value)}
            rows={2}
            autoComplete="off"
            spellCheck={false}
          />
          {row === null ? (
            driver && <CredentialFields driver={driver} value={credentials} onChange={setCredentials} />
          ) : (
            <Switch
              label={t('columns.enabled')}
              checked={isEnabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
          )}
        </div>
      }
      confirmLabel={t('acts.save')}
      isReady={isWhole && (row !== null || (Boolean(agentId) && isFilled(driver, credentials)))}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const terms = {
          name: name.trim(),
          base_url: url,
          late_payment: late,
          notify_networks: networks.split(/[\s,]+/).filter((entry) => entry !== ''),
          reason,
          ...stepUp,
        };
        const answer =
          row === null
            ? await call(
                endpoints.create,
                { agent_id: agentId ?? '', provider: provider?.id ?? '', currency, credentials, ...terms },
                once,
              )
            : await call(endpoints.update, { id: row.id, v: row.v, enabled: isEnabled, ...terms }, once);
        told(answer, t('done.key'), terms.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
