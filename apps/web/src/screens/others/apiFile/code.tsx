import { SegmentedControl } from '@mantine/core';
import { snippetLanguages, snippetOf } from '@suanpan/signing/snippets/all';
import type { SnippetLanguage, SnippetTask } from '@suanpan/signing/snippets/all';
import { useState } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import styles from './api-file.module.css';

/** Whole programs to copy, for this house and the reader's currency; no key or secret stands in them. */
export function Code() {
  const t = useWords('apiFile');
  const { currency } = useSelf();
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const files = snippetLanguages.find(({ name }) => name === language)?.files;
  const textOf = (task: SnippetTask): string =>
    snippetOf(language, task, { origin: location.origin, currency });
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('code.language')}
        className={styles.choice}
        value={language}
        data={snippetLanguages.map(({ label, name }) => ({ value: name, label }))}
        onChange={setLanguage}
      />
      <Program
        title={t('code.collect')}
        hint={t('code.save', { file: files?.collect })}
        text={textOf('collect')}
      />
      <Program
        title={t('code.verify')}
        hint={t('code.saveVerify', { file: files?.verify })}
        text={textOf('verify')}
      />
      {language === 'node' && (
        <section aria-label={t('code.sdk')}>
          <h2>{t('code.sdk')}</h2>
          <p className={styles.quiet}>{t('code.sdkHint')}</p>
        </section>
      )}
    </>
  );
}

function Program({ hint, text, title }: { hint: string; text: string; title: string }) {
  const t = useWords('apiFile');
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.quiet}>{hint}</p>
      <Copy text={text}>{t('code.copy')}</Copy>
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
