import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { friend, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedRecord } from '../../../test/wallet/records';
import { chainIds } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { allowanceParts } from '../../ui/home/allowances';
import { backupParts } from '../../ui/home/backup';
import { historyParts } from '../../ui/home/history';
import { receiveParts } from '../../ui/home/receive';
import { aboutEverything, sendParts } from '../../ui/home/send';
import { settingParts } from '../../ui/home/settings';
import { siteParts } from '../../ui/home/sites';
import { getLinkName, getSubmitName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const SITE = 'https://shop.example';
const [own = ''] = sendingAccounts.map(({ address }) => address);
const stored = {
  plain: {
    accounts: { [chainId]: sendingAccounts },
    grants: { [SITE]: [{ chainId, address: own }] },
    recipients: { [chainId]: [{ address: friend, name: 'Anna' }] },
    allowances: {
      [chainId]: {
        [own]: {
          low: 0,
          high: 9,
          lowTime: null,
          span: 1,
          readAt: 0,
          allowances: [
            {
              token: knownTokens.STRK.address,
              spender: friend,
              of: 'amount',
              tokenId: null,
              amount: '1000000000000000000',
              block: 7,
              entrypoint: 'approve',
              symbol: null,
              decimals: null,
            },
          ],
        },
      },
    },
  },
};
const MOST_PRESSES = 4;

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode();
});
afterEach(() => node.stop());

/** A user at the main page, who presses only what is drawn and enabled. */
function openUser() {
  const page = openPage({ sepoliaUrl: node.url, stored, byHand: true });
  let presses = 0;
  const find = async (name: string) =>
    listParts(await page.tree()).find(({ props }) => String(props.name).startsWith(name))?.props;
  const require = async (name: string): Promise<string> => {
    const part = await find(name);
    if (!part || part.disabled === true) throw new Error(`Nothing to press is called ${name}.`);
    return String(part.name);
  };
  return {
    sees: page.now,
    module: page.module,
    presses: () => presses,
    async press(name: string) {
      const whole = await require(name);
      presses += 1;
      await page.press(whole);
    },
    /** Chooses in a list, which is a press. */
    async choose(name: string, value: string) {
      await require(name);
      presses += 1;
      await page.fillIn(name, value);
    },
    async type(name: string, text: string) {
      await require(name);
      await page.fillIn(name, text);
    },
    async submit(form: string) {
      await require(form);
      presses += 1;
      await page.submit(form);
    },
  };
}
type User = ReturnType<typeof openUser>;

const tasks: Record<string, { take(user: User): Promise<void>; ends: string | RegExp }> = {
  'sends money to a contact': {
    async take({ press, choose, type }) {
      await press(getLinkName('send'));
      await choose(sendParts.token, knownTokens.ETH.address);
      await press(`${sendParts.pick}${friend}`);
      await type(sendParts.amount, '5');
      await press(getSubmitName(sendParts.form));
    },
    ends: 'Send 5 ETH',
  },
  'moves everything to another wallet': {
    async take({ press, type }) {
      await press(getLinkName('account', own));
      await press(getLinkName('send', aboutEverything(own)));
      await type(sendParts.to, friend);
      await press(getSubmitName(sendParts.form));
    },
    ends: 'Move everything to Anna',
  },
  'asks for a payment': {
    async take({ press, type, submit }) {
      await press(getLinkName('receive'));
      await type(receiveParts.amount, '2');
      await submit(receiveParts.ask);
    },
    ends: 'starknet:',
  },
  'copies the transactions for taxes': {
    async take({ module, press }) {
      await module.transactions.add(storedRecord(1, { senderAddress: own }));
      await press(getLinkName('history'));
      await press(historyParts.table);
    },
    ends: 'fee in STRK',
  },
  'sees who may take money, and takes it back': {
    async take({ press }) {
      await press(getLinkName('allowances'));
      await press(allowanceParts.revoke);
    },
    ends: /confirm\./u,
  },
  'ends the access of a site': {
    async take({ press }) {
      await press(getLinkName('sites'));
      await press(siteParts.revoke);
    },
    ends: 'No longer shared',
  },
  'keeps a backup': {
    async take({ press }) {
      await press(getLinkName('settings'));
      await press(getLinkName('backup'));
      await press(backupParts.make);
    },
    ends: 'xnet-backup-1.',
  },
  'finds a contact': {
    async take({ press }) {
      await press(getLinkName('settings'));
      await press(getLinkName('contacts'));
    },
    ends: 'Anna',
  },
  'changes the language': {
    async take({ press, choose }) {
      await press(getLinkName('settings'));
      await press(`${settingParts.unfold}language`);
      await choose('choice', 'de');
      await press(getSubmitName(`${settingParts.form}language`));
    },
    ends: 'Einstellungen',
  },
  'shows an address to be paid at': {
    async take({ press }) {
      await press(getLinkName('receive'));
    },
    ends: 'Only over Starknet',
  },
};

describe('a user at the main page', () => {
  it.each(Object.entries(tasks))(
    'reaches the end of a task in four presses at most: %s',
    async (_, { take, ends }) => {
      const user = openUser();
      await take(user);
      expect(await user.sees()).toMatch(ends);
      expect(user.presses()).toBeLessThanOrEqual(MOST_PRESSES);
    },
  );
});
