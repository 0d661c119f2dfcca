import type { MerchantChannelEffect } from '@suanpan/contract/endpoints/merchant-channels';
import { useWords } from '../../lib/use-words.ts';
import styles from '../user/dialogs.module.css';

const truths = new Set(['polling', 'keeps_payers', 'enabled', 'allow_loss']);

/** What would change, field by field, and whether the senior agent would lose by it. */
export function EffectLines({ effect: { effect, loss } }: { readonly effect: MerchantChannelEffect }) {
  const t = useWords('merchantChannels');
  const said = (field: string, value: string | null): string => {
    if (value === null) return '–';
    return truths.has(field) ? t(value === 'true' ? 'states.yes' : 'states.no') : value;
  };
  return (
    <section aria-label={t('states.effect')} className={styles.effect}>
      <dl className={styles.becomes}>
        {effect.map(({ field, before, after }) => [
          <dt key={field}>{t(`effects.${field}`)}</dt>,
          <dd key={`${field} value`}>
            {before === after ? said(field, after) : `${said(field, before)} → ${said(field, after)}`}
          </dd>,
        ])}
      </dl>
      {effect.length === 1 && effect[0]?.before === effect[0]?.after && <p>{t('states.nothingChanges')}</p>}
      {loss !== null && <p role="alert">{loss}</p>}
    </section>
  );
}
