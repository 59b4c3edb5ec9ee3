import { type as having, string } from '@metamask/superstruct';
import { backupParts } from '../../../ui/home/backup';
import type { Notice } from '../../../ui/home/view';
import { say, type TextName } from '../../../ui/text/words';
import { notTaken, readText } from '../form';
import type { OpenPage, Part } from '../part';
import { tellFailure } from '../request';
import { collectContent, parseContent, type Restored, restoreContent } from './content';
import { seal, unseal } from './sealed';

const make = (page: OpenPage): Promise<unknown> =>
  tellFailure(page, 'home.backupMake', async () => {
    const { module } = page;
    const sealed = await seal(module.keys, JSON.stringify(await collectContent(module)));
    await page.conclude({ draft: { sealed } });
  });

/** A form with a file, as the wallet hands it over: its bytes in base64. */
const WithFile = having({ [backupParts.file]: having({ contents: string() }) });

/** Reads the pasted text, or that of the chosen file; empty for neither. */
function readBackup(value: unknown): string {
  const pasted = readText(value, backupParts.text)?.trim() ?? '';
  if (pasted !== '' || !WithFile.is(value)) return pasted;
  try {
    return atob(value[backupParts.file].contents);
  } catch {
    return '';
  }
}

const restore = (page: OpenPage, _about: string, value: unknown): Promise<unknown> =>
  tellFailure(page, 'home.backupRestore', async () => {
    const { module } = page;
    const text = await unseal(module.keys, readBackup(value));
    const refuse = (why: TextName) => page.tell(notTaken(say(why), 'home.backupRestore'));
    if (text === undefined) return refuse('home.backupForeign');
    const content = parseContent(text);
    // The phrase's key has made it: no stranger, but another version of this module.
    if (!content) return refuse('home.backupOtherVersion');
    const notice = restoredNotice(await restoreContent(module, content));
    return page.conclude({}, { notice, isTaken: true });
  });

function restoredNotice({ added, missing }: Restored): Notice {
  const title = say('home.backupRestored', { count: String(added) });
  if (missing === 0) return { severity: 'success', title, text: say('home.backupRestoredText') };
  const text = say('home.backupMissing', { count: String(missing) });
  return { severity: 'info', title, text };
}

/** Names, contacts, tokens and settings as one encrypted text, and back. */
export const backupPart: Part<'backup'> = {
  async facts(_module, { draft: { sealed = null } }, { isTaken = false }) {
    return { sealed, isTaken };
  },
  press: { [backupParts.make]: make },
  submit: { [backupParts.restore]: restore },
};
