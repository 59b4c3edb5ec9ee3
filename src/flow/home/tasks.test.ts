import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../test/chain/trialNode';
import { type PaymasterServer, startPaymasterServer } from '../../../test/review/paymasterServer';
import { openPresser } from '../../../test/wallet/openPresser';
import { friend, sendingAccounts, startSendNode } from '../../../test/wallet/openSend';
import { storedRecord } from '../../../test/wallet/records';
import { sepolia } from '../../networks/sepolia';
import type { StoredAccount } from '../../schema/account';
import { chainIds, sameFelt } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';
import { shortString, toAddress } from '../../starknet/felt';
import { writePaymentRequest } from '../../starknet/paymentRequest';
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
import { getLinkName, getSubmitName, type HomePageName, homeParts } from '../../ui/home/view';
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
const USDC = sepolia.tokens.USDC.address;
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
  node = await startSendNode({ owner_of: () => [own] });
});
afterEach(() => node.stop());

const openUser = ({ accounts = sendingAccounts, ...options }: Options = {}) =>
  openPresser({
    ...options,
    sepoliaUrl: node.url,
    stored: { plain: { ...stored.plain, accounts: { [chainId]: accounts } } },
  });
type Options = { accounts?: readonly StoredAccount[]; paymasterUrl?: string };
type User = ReturnType<typeof openUser>;

const tasks: Record<string, { take(user: User): Promise<void>; ends: string | RegExp }> = {
  'sends money to a contact': {
    async take({ press, choose, type }) {
      await press(getLinkName('send'));
      await choose(sendParts.token, USDC);
      await press(`${sendParts.pick}${friend}`);
      await type(sendParts.amount, '5');
      await press(getSubmitName(sendParts.form));
    },
    ends: 'Send 5 USDC',
  },
  'pays what a payment request asks for': {
    async take({ press, type }) {
      await press(getLinkName('send'));
      const request = { token: USDC, to: friend, amount: 2_500_000n };
      await type(sendParts.to, writePaymentRequest(chainId, request));
      await press(getSubmitName(sendParts.form));
    },
    ends: 'Send 2.5 USDC',
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
  'sees what was spent this week, to whom and when': {
    async take({ module, press }) {
      const paid = {
        contractAddress: knownTokens.STRK.address,
        contractFuncName: 'transfer',
        contractCallData: [friend, `0x${(2n * 10n ** 18n).toString(16)}`, '0x0'],
        timestamp: Math.floor(module.now() / 1_000),
      };
      await module.transactions.add(storedRecord(1, { senderAddress: own, ...paid }));
      await press(getLinkName('history'));
    },
    ends: /last 7 days.*2 STRK.*To Anna.*− 2 STRK.*today/su,
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
  'adds money': {
    async take({ press }) {
      await press(getLinkName('receive'));
    },
    ends: /Add money.*Open the faucet/su,
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

describe('a user at the main page without STRK', () => {
  let paymaster: PaymasterServer;
  beforeEach(async () => {
    paymaster = await startPaymasterServer({ relay: async () => '0x7e57' });
    const { instead } = node.says;
    const readUsual = instead.starknet_call;
    instead.starknet_call = (params: { request: Called }) =>
      sameFelt(params.request.contract_address, knownTokens.STRK.address)
        ? { result: ['0x0', '0x0'] }
        : (readUsual?.(params as never) ?? { result: [] });
  });
  afterEach(() => paymaster.stop());

  it('pays the fee in another token in four presses at most', async () => {
    const { press, choose, type, sees, presses } = openUser({ paymasterUrl: paymaster.url });
    await press(getLinkName('send'));
    await choose(sendParts.token, knownTokens.ETH.address);
    await type(sendParts.to, friend);
    await type(sendParts.amount, '5');
    await press(getSubmitName(sendParts.form));
    expect(await sees()).toContain('Pay fees in another token');
    await press('confirm.');
    expect(await sees()).toMatch(/Send 5 ETH.*sends it and takes this fee/su);
    expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
  });
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
    const user = openUser({ accounts: upgradable });
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
