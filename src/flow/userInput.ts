import type { Module } from '../module';
import { chooseParts } from '../ui/chooseAccounts';
import { homeParts } from '../ui/home';
import { explorerParts } from '../ui/homeExplorer';
import type { Notice } from '../ui/notice';
import type { DialogInput } from '../ui/openReviews';
import { homeFacts, useOwnNode, usePublicNodes } from './home';
import { useExplorer, useNoExplorer } from './homeExplorer';
import { actOnSite } from './homeSites';

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
  const notice = await actOnPage(module, id, input);
  if (notice) await module.dialogs.updateHome(id, await homeFacts(module, notice));
}

async function actOnPage(
  module: Module,
  id: string,
  { type, name = '', value }: UserInput,
): Promise<Notice | undefined> {
  if (type === 'FormSubmitEvent' && name === homeParts.endpointForm) {
    const form = fieldsOf(value);
    return useOwnNode(module, form(homeParts.networkField), form(homeParts.urlField));
  }
  if (type === 'ButtonClickEvent' && name === homeParts.reset) {
    const state = await module.dialogs.formState(id, homeParts.endpointForm);
    return usePublicNodes(module, fieldsOf(state)(homeParts.networkField));
  }
  if (type === 'FormSubmitEvent' && name === explorerParts.form) {
    const form = fieldsOf(value);
    const [network, explorer] = [form(explorerParts.networkField), form(explorerParts.nameField)];
    return useExplorer(module, network, explorer, form(explorerParts.keyField));
  }
  if (type === 'ButtonClickEvent' && name === explorerParts.remove) {
    const state = await module.dialogs.formState(id, explorerParts.form);
    return useNoExplorer(module, fieldsOf(state)(explorerParts.networkField));
  }
  return type === 'ButtonClickEvent' ? actOnSite(module, name) : undefined;
}

/** The texts of a form by the names of its fields; what was left empty is an empty text. */
const fieldsOf = (value: unknown) => (field: string) => {
  const text = (value as Record<string, unknown> | null)?.[field];
  return typeof text === 'string' ? text : '';
};
