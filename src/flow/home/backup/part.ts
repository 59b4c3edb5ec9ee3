import { type as having, string } from '@metamask/superstruct';
import { getErrorKind } from '@xnet/clients/errors';
import { backupParts } from '../../../ui/home/backup';
import type { Notice } from '../../../ui/home/view';
import { say } from '../../../ui/text/words';
import { notTaken, readText } from '../form';
import type { OpenPage, Part } from '../part';
import { collectContent, parseContent, type Restored, restoreContent } from './content';
import { seal, unseal } from './sealed';

/** Names, contacts, tokens and settings as one encrypted text, and back. */
export const backupPart: Part<'backup'> = {
  async facts(_module, { draft: { sealed = null } }, { isTaken = false }) {
    return { sealed, isTaken };
  },
  press: { [backupParts.make]: make },
  submit: { [backupParts.restore]: restore },
};

async function make(page: OpenPage): Promise<void> {
  const { module } = page;
  try {
    const sealed = await seal(module.keys, JSON.stringify(await collectContent(module)));
    await page.conclude({ draft: { sealed } });
  } catch (error) {
    await page.tell(notTaken(say(`errors.${getErrorKind(error)}`), 'home.backupMake'));
  }
}

/** A form with a file, as the wallet hands it over: its bytes in base64. */
const WithFile = having({ [backupParts.file]: having({ contents: string() }) });

/** Reads the pasted text, or that of the chosen file; empty for neither. */
function readBackup(value: unknown): string {
  const pasted = readText(value, backupParts.text) ?? '';
  if (pasted !== '' || !WithFile.is(value)) return pasted;
  try {
    return atob(value[backupParts.file].contents);
  } catch {
    return '';
  }
}

async function restore(page: OpenPage, _about: string, value: unknown): Promise<void> {
  const { module } = page;
  try {
    const opened = await unseal(module.keys, readBackup(value));
    const content = opened === undefined ? undefined : parseContent(opened);
    if (!content) return await page.tell(notTaken(say('home.backupForeign'), 'home.backupRestore'));
    const notice = restoredNotice(await restoreContent(module, content));
    await page.conclude({}, { notice, isTaken: true });
  } catch (error) {
    await page.tell(notTaken(say(`errors.${getErrorKind(error)}`), 'home.backupRestore'));
  }
}

function restoredNotice({ added, missing }: Restored): Notice {
  const title = say('home.backupRestored', { count: String(added) });
  if (missing === 0) return { severity: 'success', title, text: say('home.backupRestoredText') };
  const text = say('home.backupMissing', { count: String(missing) });
  return { severity: 'info', title, text };
}
