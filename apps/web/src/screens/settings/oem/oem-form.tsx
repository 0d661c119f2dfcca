import { Button, TextInput } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { logoUploadPath, updateOem, type getOem } from '@suanpan/contract/endpoints/oem';
import { uploadMaxBytes } from '@suanpan/domain/limits';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call, upload } from '../../../lib/api.ts';
import { CallFault, saidOf } from '../../../lib/call-fault.ts';
import { useMay } from '../../../lib/own-user.ts';
import { toasts } from '../../../lib/toast.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ownInk } from '../../../theme/brand-samples.ts';
import { oemKey } from './oem-key.ts';
import { OemPreview } from './oem-preview.tsx';
import styles from './oem.module.css';

type Saved = OutputOf<typeof getOem>;
const color = /^#[0-9a-f]{6}$/i;

/** The fields, and beside them what they will look like. */
export function OemForm({ oem }: { oem: Saved }) {
  const t = useWords('oem');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const fileId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(oem);
  const change = (part: Partial<Saved>): void => setDraft((before) => ({ ...before, ...part }));
  const choose = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > uploadMaxBytes) {
        throw new CallFault({ kind: 'refused', code: 400, message: t('tooLarge') });
      }
      return (await upload(logoUploadPath, file)) as { logo: string };
    },
    onSuccess: ({ logo }) => change({ logo }),
    meta: { handlesFault: true },
  });
  const save = useMutation({
    mutationFn: () =>
      call(updateOem, {
        app_name: draft.app_name,
        logo: draft.logo,
        color: draft.color,
        domain: draft.domain,
        version: oem.version,
        ...(oem.agent === null ? {} : { agent_id: oem.agent.id }),
      }),
    async onSuccess() {
      toasts.emit({ tone: 'ok', title: t('saved') });
      await Promise.all([
        client.invalidateQueries({ queryKey: oemKey }),
        client.invalidateQueries({ queryKey: ['own', 'self'] }),
        client.invalidateQueries({ queryKey: ['branding'] }),
      ]);
    },
    meta: { handlesFault: true },
  });
  const isOpen = may('settings.oem.update');
  const fault = save.error instanceof CallFault ? save.error : null;
  const errorOf = (field: string): string | undefined => (fault ? saidOf(fault, field) : undefined);
  const says = choose.error instanceof CallFault ? choose.error.message : errorOf('logo');
  return (
    <div className={styles.columns}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.app_name.trim() !== '' && !save.isPending) save.mutate();
        }}
      >
        {oem.version === 0 && oem.agent !== null && <p className={styles.quiet}>{t('own')}</p>}
        <TextInput
          label={t('appName')}
          value={draft.app_name}
          maxLength={32}
          disabled={!isOpen}
          onChange={(event) => change({ app_name: event.currentTarget.value })}
          error={errorOf('app_name')}
          required
        />
        <div className={styles.field}>
          <label htmlFor={fileId}>{t('logo')}</label>
          <p className={styles.quiet}>{t('logoHint')}</p>
          <div className={styles.line}>
            {draft.logo !== '' && <img src={draft.logo} alt="" className={styles.logo} />}
            <input
              id={fileId}
              ref={picker}
              className={styles.file}
              tabIndex={-1}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              disabled={!isOpen || choose.isPending}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file) choose.mutate(file);
                event.currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              leftSection={<IconUpload size={15} aria-hidden />}
              disabled={!isOpen}
              loading={choose.isPending}
              onClick={() => picker.current?.click()}
            >
              {common('buttons.chooseFile')}
            </Button>
            {draft.logo !== '' && isOpen && (
              <Button variant="default" onClick={() => change({ logo: '' })}>
                {t('removeLogo')}
              </Button>
            )}
          </div>
          {says !== undefined && (
            <p role="alert" className={styles.fault}>
              {says}
            </p>
          )}
        </div>
        <div className={styles.field}>
          <label htmlFor={`${fileId}-color`}>{t('color')}</label>
          <p className={styles.quiet}>{t('colorHint')}</p>
          <div className={styles.line}>
            <input
              id={`${fileId}-color`}
              className={styles.swatch}
              type="color"
              disabled={!isOpen}
              value={color.test(draft.color) ? draft.color : ownInk}
              onChange={(event) => change({ color: event.currentTarget.value })}
            />
            <span className="num">{draft.color || t('ownColor')}</span>
            {draft.color !== '' && isOpen && (
              <Button variant="default" onClick={() => change({ color: '' })}>
                {t('noColor')}
              </Button>
            )}
          </div>
        </div>
        <TextInput
          label={t('domain')}
          description={t('domainHint')}
          placeholder="pay.example.com"
          value={draft.domain}
          disabled={!isOpen}
          onChange={(event) => change({ domain: event.currentTarget.value })}
          error={errorOf('domain')}
          autoComplete="off"
          spellCheck={false}
        />
        {fault && Object.keys(fault.fields).length === 0 && (
          <p role="alert" className={styles.fault}>
            {fault.message}
          </p>
        )}
        {isOpen && (
          <Button
            type="submit"
            className={styles.save}
            loading={save.isPending}
            disabled={!draft.app_name.trim()}
          >
            {common('buttons.save')}
          </Button>
        )}
      </form>
      <OemPreview name={draft.app_name} logo={draft.logo} color={draft.color} />
    </div>
  );
}
