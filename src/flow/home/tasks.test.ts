import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { openPage } from '../../../test/wallet/openPage';
import { friend, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedRecord } from '../../../test/wallet/records';
import type { StoredAccount } from '../../schema/account';
import { chainIds, sameFelt } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';
import { shortString, toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { accountParts } from '../../ui/home/accounts';
import { allowanceParts } from '../../ui/home/allowances';
import { backupParts } from '../../ui/home/backup';
import { historyParts } from '../../ui/home/history';
import { mainParts } from '../../ui/home/main';
import { receiveParts } from '../../ui/home/receive';
import { aboutEverything, sendParts } from '../../ui/home/send';
import { settingParts } from '../../ui/home/settings';
import { severalParts } from '../../ui/home/several';
import { siteParts } from '../../ui/home/sites';
import { tokenParts } from '../../ui/home/tokens';
import {
  getLinkName,
  getSubmitName,
  type HomePageName,
  homeParts,
  parseView,
} from '../../ui/home/view';
import { reviewParts } from '../../ui/review/dialog';

const chainId = chainIds.sepolia;
const SITE = 'https://shop.example';
const [own = '', other = ''] = sendingAccounts.map(({ address }) => address);
/** The same accounts, the first of which has a newer class. */
const upgradable = sendingAccounts.map((one, at) => ({
  ...one,
  ...(at === 0 && { accountClass: 'argent031' as const }),
}));
const token = toAddress('0x3333');
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
const ID = 'interface-0';

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode({ owner_of: () => [own] });
});
afterEach(() => node.stop());

/** A user at the main page, who presses only what is drawn and enabled. */
function openUser(accounts: readonly StoredAccount[] = sendingAccounts) {
  let dialogs = 0;
  const page = openPage({
    sepoliaUrl: node.url,
    stored: { plain: { ...stored.plain, accounts: { [chainId]: accounts } } },
    byHand: true,
    border({ method }, cross) {
      if (method === 'snap_dialog') dialogs += 1;
      return cross();
    },
  });
  let presses = 0;
  const find = async (name: string) =>
    listParts(await page.tree()).find(({ props }) => String(props.name).startsWith(name))?.props;
  const nameOf = async (name: string): Promise<string> => {
    const part = await find(name);
    if (!part || part.disabled === true) throw new Error(`Nothing to press is called ${name}.`);
    return String(part.name);
  };
  return {
    sees: page.now,
    module: page.module,
    presses: () => presses,
    dialogs: () => dialogs,
    /** The part in sight, and what is typed there. */
    async place() {
      const view = parseView(await page.module.dialogs.homeView(ID));
      const { page: part, about, open } = view ?? {};
      return { page: part, about, open, typed: structuredClone(page.pages.state(ID)) };
    },
    /** Confirms what the page asks, and goes back from a secret that it then shows. */
    async confirm() {
      if (await find('understand.')) await page.fillIn(await nameOf('understand.'), true);
      await page.press(await nameOf('confirm.'));
      if (await find(reviewParts.leave)) await page.press(reviewParts.leave);
    },
    async press(name: string) {
      const whole = await nameOf(name);
      presses += 1;
      await page.press(whole);
    },
    /** Chooses in a list, which is a press. */
    async choose(name: string, value: string) {
      await nameOf(name);
      presses += 1;
      await page.fillIn(name, value);
    },
    async type(name: string, text: string) {
      await nameOf(name);
      await page.fillIn(name, text);
    },
    async submit(form: string) {
      const whole = await nameOf(form);
      presses += 1;
      await page.submit(whole);
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
  'pays several people at once': {
    async take({ press, type }) {
      await press(getLinkName('send'));
      await press(getLinkName('several'));
      await type(severalParts.lines, `Anna 5\n${other} 2.5`);
      await press(getSubmitName(severalParts.form));
    },
    ends: 'Send 7.5 STRK in 2 payments',
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
  'finds an NFT': {
    async take({ module, press }) {
      const piece = {
        contract: token,
        standard: 'erc721',
        tokenId: '7',
        block: 7,
        isOwn: false,
      } as const;
      await module.found.addReceived(chainId, own, [piece]);
      await press(getLinkName('tokens'));
    },
    ends: 'NFT number 7',
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

/** A question of the page: the way there, the last press, and the part that follows a Confirm. */
type PageRequest = {
  lead(user: User): Promise<unknown>;
  ask(user: User): Promise<void>;
  next: HomePageName;
};
const requests: Record<string, PageRequest> = {
  'creating an account': {
    lead: ({ sees }) => sees(),
    ask: ({ press }) => press(mainParts.create),
    next: 'receive',
  },
  sending: {
    async lead({ press, type }) {
      await press(getLinkName('send'));
      await type(sendParts.to, friend);
      await type(sendParts.amount, '5');
    },
    ask: ({ press }) => press(getSubmitName(sendParts.form)),
    next: 'record',
  },
  'moving everything': {
    async lead({ press, type }) {
      await press(getLinkName('account', own));
      await press(getLinkName('send', aboutEverything(own)));
      await type(sendParts.to, friend);
    },
    ask: ({ press }) => press(getSubmitName(sendParts.form)),
    next: 'record',
  },
  'taking an allowance back': {
    lead: ({ press }) => press(getLinkName('allowances')),
    ask: ({ press }) => press(allowanceParts.revoke),
    next: 'allowances',
  },
  'lowering an allowance': {
    async lead({ press, type }) {
      await press(getLinkName('allowances'));
      await press(allowanceParts.unfold);
      await type('amount', '0.5');
    },
    ask: ({ submit }) => submit(allowanceParts.lower),
    next: 'allowances',
  },
  'upgrading an account': {
    lead: ({ press }) => press(getLinkName('account', own)),
    ask: ({ press }) => press(accountParts.upgrade),
    next: 'record',
  },
  'showing a private key': {
    lead: ({ press }) => press(getLinkName('account', own)),
    ask: ({ press }) => press(accountParts.key),
    next: 'account',
  },
  'hiding the last account': {
    async lead({ press }) {
      await press(getLinkName('account', other));
      await press(accountParts.hide);
      await press(getLinkName('account', own));
    },
    ask: ({ press }) => press(accountParts.hide),
    next: 'main',
  },
  'adding a token': {
    async lead({ press, type }) {
      await press(getLinkName('tokens'));
      await type('address', token);
    },
    ask: ({ submit }) => submit(tokenParts.add),
    next: 'tokens',
  },
};

type Called = { contract_address: string; entry_point_selector: string };

describe('a request of the user on the page', () => {
  beforeEach(() => {
    const { instead } = node.says;
    const readUsual = instead.starknet_call;
    const described: Record<string, string> = {
      [getSelector('name')]: shortString('A token'),
      [getSelector('symbol')]: shortString('TKN'),
      [getSelector('decimals')]: '0x2',
    };
    instead.starknet_call = (params: { request: Called }) => {
      const { contract_address: contract, entry_point_selector: selector } = params.request;
      const felt = sameFelt(contract, token) ? described[selector] : undefined;
      if (felt !== undefined) return { result: [felt] };
      if (sameFelt(contract, own)) return { error: { code: 21, message: 'Entry point not found' } };
      return readUsual?.(params as never) ?? { result: ['0x0'] };
    };
    instead.starknet_getClassHashAt = () => ({ result: accountClasses.argent031.classHash });
  });

  const ask = async ({ lead, ask: press }: PageRequest) => {
    const user = openUser(upgradable);
    await lead(user);
    const placeBefore = await user.place();
    await press(user);
    return { user, placeBefore };
  };

  it.each(Object.entries(requests))(
    'goes back to the user’s last place if it is refused: %s',
    async (_, request) => {
      const { user, placeBefore } = await ask(request);
      await user.press(reviewParts.leave);
      expect(await user.place()).toEqual(placeBefore);
      expect(user.dialogs()).toBe(0);
      expect(node.sent).toEqual([]);
    },
  );

  it.each(Object.entries(requests))(
    'goes on to what came of it if it is confirmed: %s',
    async (_, request) => {
      const { user } = await ask(request);
      await user.confirm();
      expect(await user.sees()).not.toContain('"severity":"danger"');
      expect(await user.place()).toMatchObject({ page: request.next });
      expect(user.dialogs()).toBe(0);
      if (request.next !== 'main') await user.press(homeParts.refresh);
      expect(await user.place()).toMatchObject({ page: 'main' });
    },
  );
});
