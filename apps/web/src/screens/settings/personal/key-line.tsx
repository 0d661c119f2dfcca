import { Button } from '@mantine/core';
import type { ApiKeyView } from '@suanpan/contract/endpoints/api-keys';
import { display2 } from '@suanpan/money/display';
import { Copy } from '../../../kit/copy.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { useMay } from '../../../lib/own-user.ts';
import { showInstant } from '../../../lib/platform-time.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './personal.module.css';

export type KeyAct = 'rotate' | 'revoke' | 'addresses';

interface KeyLineProps {
  readonly apiKey: ApiKeyView;
  readonly onAsk: (act: KeyAct) => void;
}

const acts = [
  ['rotate', 'apiFile.rotateKey', 'keys.rotate'],
  ['addresses', 'apiFile.updateIps', 'keys.editAddresses'],
  ['revoke', 'apiFile.revokeKey', 'keys.revoke'],
] as const;

/** One key: what it may do, from where, since when, and what can be done with it. */
export function KeyLine({ apiKey, onAsk }: KeyLineProps) {
  const t = useWords('personal');
  const may = useMay();
  return (
    <li>
      <div className={styles.keyHead}>
        <Copy text={apiKey.key}>
          <code className="mono">{apiKey.key}</code>
        </Copy>
        <StatusTag
          tone={apiKey.is_test ? 'test' : 'ok'}
          label={apiKey.is_test ? t('keys.test') : t('keys.live')}
        />
        {apiKey.previous_until !== null && (
          <StatusTag tone="wait" label={t('keys.twoLive', { time: showInstant(apiKey.previous_until) })} />
        )}
      </div>
      <p className={styles.keyFacts}>
        {t('keys.scopes')}: {apiKey.scopes.map((scope) => t(`keys.scope.${scope}`)).join(' · ')}
        <br />
        {t('keys.addresses')}: {apiKey.ip_allowlist.join(', ') || t('keys.anyAddress')}
        {apiKey.daily_amount !== null && ` · ${t('keys.dailyAmount')}: ${display2(apiKey.daily_amount)}`}
        <br />
        <span className="num">
          {t('keys.created')} {showInstant(apiKey.created_at)} · {t('keys.lastUsed')}{' '}
          {showInstant(apiKey.last_used_at) || t('keys.never')}
        </span>
      </p>
      <div className={styles.buttons}>
        {acts
          .filter(([, permission]) => may(permission))
          .map(([act, , label]) => (
            <Button
              key={act}
              size="xs"
              variant={act === 'revoke' ? 'outline' : 'default'}
              {...(act === 'revoke' ? { color: 'red' } : {})}
              onClick={() => onAsk(act)}
            >
              {t(label)}
            </Button>
          ))}
      </div>
    </li>
  );
}
