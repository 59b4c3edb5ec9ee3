import { describe, expect, it } from '@jest/globals';
import {
  approve,
  change,
  createAddressBook,
  createCall,
  createPreview,
  createReview,
  deployAccount,
  invoke,
  party,
  strk,
  swap,
  told,
  transfer,
  usdc,
} from '../../../test/review/subject';
import { toAddress } from '../../starknet/felt';
import type { Act, Meaning } from '../../starknet/meaning/meaning';
import type { TransactionReview } from '../transactions/review';
import { collectWarnings } from './collectWarnings';

const { strk: STRK, usdc: USDC, eth: ETH, punks, router, friend, stranger, savings } = party;
const staking = toAddress('0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7');
const deployer = toAddress('0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf');
const ekubo = toAddress('0x0199741822c2dc722f6f605204f35e56dbc23bceed54818168c4c49e4fb8737e');
const bridge = toAddress('0x073314940630fd6dcda0d772d4c972c4e0a9946bef9dabf4ef84eda8ef542b82');

const act = (contract: string, name: Act, more: { token?: string; amount?: string } = {}) => {
  const { token, amount = '0' } = more;
  const quantities = token === undefined ? [] : [{ token, amount }];
  return createCall(contract, name, { kind: 'act', contract, name: null, act: name, quantities });
};
const stake = (
  name: string,
  change: Extract<Meaning, { kind: 'stake' }>['change'],
  amount: string,
) => createCall(staking, name, { kind: 'stake', contract: staking, change, amount, token: STRK });

const sent = (token: string, amount: string, to: string) => change('send', token, amount, to);
const got = (token: string, amount: string, from: string) => change('receive', token, amount, from);
const piece = { standard: 'erc721', tokenId: '7' } as const;

/** What people do every day, as it is previewed on Mainnet. */
const ordinary: [string, Partial<TransactionReview>][] = [
  [
    'transfer to a known recipient',
    {
      calls: [transfer(STRK, friend, strk(5))],
      preview: createPreview(sent(STRK, strk(5), friend)),
    },
  ],
  [
    'transfer to a new recipient',
    {
      calls: [transfer(USDC, stranger, usdc(5))],
      preview: createPreview(sent(USDC, usdc(5), stranger)),
    },
  ],
  [
    'transfer to an own account',
    {
      calls: [transfer(ETH, savings, strk(1))],
      preview: createPreview(sent(ETH, strk(1), savings)),
    },
  ],
  [
    'payments to several recipients',
    {
      calls: [friend, stranger, savings].map((to) => transfer(STRK, to, strk(5))),
      preview: createPreview(sent(STRK, strk(15), friend)),
    },
  ],
  [
    'swap with an exact approval',
    {
      calls: [
        approve(USDC, router, usdc(100)),
        swap(router, { token: USDC, amount: usdc(100) }, { token: ETH, amount: strk(0.03) }),
      ],
      preview: createPreview(sent(USDC, usdc(100), router), got(ETH, strk(0.03), router)),
    },
  ],
  [
    'swap of the whole balance',
    {
      calls: [
        approve(USDC, router, usdc(500)),
        swap(router, { token: USDC, amount: usdc(500) }, { token: ETH, amount: strk(0.15) }),
      ],
      preview: createPreview(sent(USDC, usdc(500), router), got(ETH, strk(0.15), router)),
    },
  ],
  [
    'swap that pays the exchange beforehand',
    {
      calls: [
        transfer(USDC, ekubo, usdc(100)),
        swap(ekubo, { token: USDC, amount: usdc(100) }, { token: STRK, amount: strk(900) }),
        act(ekubo, 'clear'),
      ],
      preview: createPreview(sent(USDC, usdc(100), ekubo), got(STRK, strk(905), ekubo)),
    },
  ],
  [
    'two swaps, one with what the other buys',
    {
      calls: [
        approve(USDC, router, usdc(100)),
        swap(router, { token: USDC, amount: usdc(100) }, { token: STRK, amount: strk(900) }),
        approve(STRK, router, strk(900)),
        swap(router, { token: STRK, amount: strk(900) }, { token: ETH, amount: strk(0.03) }),
      ],
      preview: createPreview(sent(USDC, usdc(100), router), got(ETH, strk(0.03), router)),
    },
  ],
  [
    'stake',
    {
      calls: [approve(STRK, staking, strk(20)), stake('stake', 'enter', strk(20))],
      preview: createPreview(sent(STRK, strk(20), staking)),
    },
  ],
  ['leaving a stake', { calls: [stake('unstake_intent', 'announceExit', strk(20))] }],
  [
    'claim of rewards',
    {
      calls: [stake('claim_rewards', 'claim', strk(3))],
      preview: createPreview(got(STRK, strk(3), staking)),
    },
  ],
  [
    'airdrop claim at a new site',
    {
      calls: [act(stranger, 'claim', { token: STRK, amount: strk(3) })],
      preview: createPreview(got(STRK, strk(3), stranger)),
    },
  ],
  [
    'deployment of a contract',
    {
      calls: [
        createCall(deployer, 'deployContract', { kind: 'deploy', classHash: '0x1', unique: true }),
      ],
    },
  ],
  [
    'deployment of the account',
    {
      transactions: [deployAccount],
      nextNonce: '0',
      addresses: createAddressBook({ used: { recipients: [], contracts: [] } }),
    },
  ],
  [
    'first transfer, which deploys the account',
    {
      transactions: [deployAccount, invoke({ nonce: '0x1' })],
      nextNonce: '0',
      addresses: createAddressBook({ used: { recipients: [], contracts: [] } }),
      calls: [transfer(STRK, friend, strk(5))],
      preview: createPreview(sent(STRK, strk(5), friend)),
    },
  ],
  [
    'gift of a collectible',
    {
      calls: [transfer(punks, friend, '1', piece)],
      preview: createPreview(change('send', punks, '1', friend, piece)),
    },
  ],
  [
    'mint of a collectible',
    {
      calls: [act(punks, 'mint')],
      preview: createPreview(
        sent(STRK, strk(2), punks),
        change('receive', punks, '1', toAddress(0n), piece),
      ),
    },
  ],
  [
    'withdrawal by a bridge',
    {
      calls: [act(bridge, 'bridge', { token: ETH, amount: strk(1) })],
      preview: createPreview(sent(ETH, strk(1), toAddress(0n))),
    },
  ],
  ['end of an allowance', { calls: [approve(USDC, stranger, '0')] }],
  ['a move in a game', { calls: [createCall(stranger, 'move')] }],
  [
    'transfer with a moderate tip while prices are double',
    {
      calls: [transfer(STRK, friend, strk(5))],
      transactions: [invoke({ tip: '0x3b9aca00' })],
      gasPrice: { now: '6000000000', usual: '3000000000' },
      preview: createPreview(sent(STRK, strk(5), friend)),
    },
  ],
];

describe('ordinary transactions', () => {
  it.each(ordinary)('raises nothing above a note: %s', (_, more) => {
    const warnings = told(collectWarnings(createReview(more)));
    expect(warnings.filter((one) => !one.startsWith('info: '))).toEqual([]);
    expect(warnings.length).toBeLessThanOrEqual(2);
  });

  it('raises nothing at all if nothing is new', () => {
    const silent = ordinary.filter(([, more]) => collectWarnings(createReview(more)).length === 0);
    expect(silent.length).toBeGreaterThanOrEqual(12);
  });
});
