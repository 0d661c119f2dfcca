import { ListPage } from '../../kit/list-page.tsx';
import { usePart } from '../../kit/use-part.tsx';
import { useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './apiFile/api-file.module.css';
import { Calls } from './apiFile/calls.tsx';
import { CallbackTrial } from './apiFile/callback-trial.tsx';
import { Code } from './apiFile/code.tsx';
import { SignatureTester } from './apiFile/signature-tester.tsx';
import { Start } from './apiFile/start.tsx';
import { TryCalls } from './apiFile/try-calls.tsx';

/** The documents of the merchant API with the reader's own numbers, and everything in them to be tried out. */
export function ApiFile() {
  const t = useWords('apiFile');
  const { title } = useScreenPlace();
  const { customer_id: merchantNo } = useSelf();
  const [part, choice] = usePart({
    start: t('parts.start'),
    calls: t('parts.calls'),
    signature: t('parts.signature'),
    trial: t('parts.trial'),
    code: t('parts.code'),
  });
  return (
    <ListPage title={title} filters={choice}>
      <div className={styles.body}>
        {part === 'start' && <Start merchantNo={merchantNo} />}
        {part === 'calls' && <Calls />}
        {part === 'signature' && <SignatureTester />}
        {part === 'trial' && <TryCalls />}
        {part === 'trial' && merchantNo !== undefined && <CallbackTrial />}
        {part === 'code' && <Code />}
      </div>
    </ListPage>
  );
}
