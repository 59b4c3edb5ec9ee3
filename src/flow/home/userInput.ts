import type { Module } from '../../module';
import { chooseParts } from '../../ui/chooseAccounts';
import type { DialogInput } from '../../ui/review/open';
import { onHomeInput } from './page';

/** What a person did in a dialog or on the module's page. */
export type UserInput = DialogInput;

/** Carries out what was clicked or sent, and draws the page again where it changes. */
export async function onUserInput(module: Module, id: string, input: UserInput): Promise<void> {
  if (await module.dialogs.answerReview(id, input)) return;
  const { name = '' } = input;
  if (input.type === 'ButtonClickEvent' && name === chooseParts.share)
    return module.dialogs.answerChoice(id, 'share');
  if (input.type === 'ButtonClickEvent' && name === chooseParts.refuse)
    return module.dialogs.answerChoice(id, 'refuse');
  return onHomeInput(module, id, input);
}
