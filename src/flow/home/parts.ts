import type { HomePageName } from '../../ui/home/view';
import { accountPart } from './account';
import { activityPart } from './activity';
import { allowancesPart } from './allowances';
import { backupPart } from './backup/part';
import { contactsPart } from './contacts';
import { historyPart } from './history';
import { mainPart } from './main';
import type { Part } from './part';
import { receivePart } from './receive';
import { recordPart } from './records';
import { sendPart } from './send/part';
import { settingsPart } from './settings/settings';
import { severalPart } from './several/part';
import { sitesPart } from './sites';
import { storedPart } from './stored';
import { tokensPart } from './tokens';
import { watchedAddressPart } from './watchedAddress';

/** Every part of the module's page. */
export const parts: { readonly [Name in HomePageName]: Part<Name> } = {
  main: mainPart,
  receive: receivePart,
  send: sendPart,
  several: severalPart,
  account: accountPart,
  tokens: tokensPart,
  history: historyPart,
  allowances: allowancesPart,
  sites: sitesPart,
  settings: settingsPart,
  activity: activityPart,
  record: recordPart,
  stored: storedPart,
  contacts: contactsPart,
  backup: backupPart,
  watchedAddress: watchedAddressPart,
};
