import { Textarea } from '@mantine/core';
import type { OperateView } from '@suanpan/contract/endpoints/operate';
import { localeNames, locales, type Locale } from '@suanpan/messages/locale';
import { useState } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { MomentField } from '../../../kit/moment-field.tsx';
import { instantOfFace, showInstant } from '../../../lib/platform-time.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import dialogs from '../../../parts/user/dialogs.module.css';
import { asks, change } from './set-operate.ts';

/** The face of a clock as its field takes it, to the minute. */
const faceOf = (instant: string | null | undefined): string =>
  showInstant(instant).slice(0, 16).replace(' ', 'T');

/** A maintenance that begins now or later, and what everybody reads in his language. */
export function MaintenanceDialog({ view, onClose }: { view: OperateView; onClose: () => void }) {
  const t = useWords('operate');
  const { maintenance: before } = view;
  const [from, setFrom] = useState(faceOf(before?.from));
  const [to, setTo] = useState(faceOf(before?.to));
  const [text, setText] = useState<Readonly<Record<Locale, string>>>(
    before?.text ?? { 'zh-TW': '', 'zh-CN': '', en: '' },
  );
  const isFilled = locales.every((locale) => text[locale].trim() !== '');
  return (
    <Confirm
      title={t('maintenance.title')}
      effect={
        <div className={dialogs.effect}>
          <p className={dialogs.hint}>{t('maintenance.effect')}</p>
          <div className={dialogs.pair}>
            <MomentField label={t('maintenance.from')} value={from} onChange={setFrom} />
            <MomentField label={t('maintenance.to')} value={to} onChange={setTo} />
          </div>
          {locales.map((locale) => (
            <Textarea
              key={locale}
              label={`${t('maintenance.texts')} · ${localeNames[locale]}`}
              lang={locale}
              value={text[locale]}
              maxLength={300}
              onChange={(event) => setText({ ...text, [locale]: event.currentTarget.value })}
              autosize
              minRows={1}
              required
            />
          ))}
        </div>
      }
      confirmLabel={t('maintenance.title')}
      isDangerous
      isReady={isFilled}
      asks={asks}
      act={async (answer) => {
        const kept = from !== '' && from === faceOf(before?.from) ? before?.from : undefined;
        await change(
          view,
          () => ({
            maintenance: {
              from: kept ?? (from === '' ? null : instantOfFace(from)),
              to: to === '' ? null : instantOfFace(to),
              text: { 'zh-TW': text['zh-TW'], 'zh-CN': text['zh-CN'], en: text.en },
            },
          }),
          answer,
        );
        toasts.emit({ tone: 'ok', title: t('maintenance.saved') });
      }}
      onClose={onClose}
    />
  );
}
