import { mainnet } from '../../networks/mainnet';
import { chainIds } from '../../schema/primitives';
import { decodeStarkName } from '../starkName';
import { knownTokens } from '../tokens/erc20';
import {
  createAct,
  type Family,
  type MeaningRule,
  quantity,
  type Scene,
  texts,
  toOther,
} from './form';
import type { Act, NamelessMeaning } from './meaning';

const { ETH, STRK } = knownTokens;
const { USDCe, USDT } = mainnet.tokens;

/** Tokens on Ethereum's mainnet (starknet-io/starknet-addresses, bridged_tokens/mainnet.json). */
const onEthereum: Readonly<Record<string, string>> = {
  '0x455448': ETH.address,
  '0xca14007eff0db1f8135f4c25b34de49ab0d42766': STRK.address,
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': USDCe.address,
  '0xdac17f958d2ee523a2206206994597c13d831ec7': USDT.address,
};

/** A withdrawal to Ethereum; the token is unknown unless its address is listed here. */
function bridged(scene: Scene, token: string | undefined, to: string, amount: string) {
  if (BigInt(to) >= 2n ** 160n) return undefined;
  const ethereum = `0x${to.slice(2).padStart(40, '0')}`;
  if (token === undefined) return createAct(scene, 'bridge', { ethereum, assets: amount });
  return createAct(scene, 'bridge', { ethereum }, quantity(token, amount));
}

const about = (scene: Scene, act: Act, domain: readonly string[]): NamelessMeaning =>
  createAct(scene, act, { label: decodeStarkName(domain) ?? domain.join('.') });
const aboutList = (act: Act, form: string): MeaningRule[] => [
  [form, (scene) => about(scene, act, texts(scene.partsOf(0))), 'naming'],
];

const plain = (act: Act, form: string, restriction?: string): MeaningRule[] => [
  [form, (scene) => createAct(scene, act), restriction],
];

/** Takes an amount of the governance token. */
const locked = (act: Act): MeaningRule[] => [
  ['u', (scene, amount) => createAct(scene, act, {}, quantity(STRK.address, amount)), 'votes'],
];

/** In the order of OpenZeppelin's VoteType. */
const votes: readonly Act[] = ['voteAgainst', 'voteFor', 'voteAbstain'];

const counted = (act: Act, form: string, list: number, restriction?: string): MeaningRule[] => [
  [form, (scene) => createAct(scene, act, { label: `${scene.partsOf(list).length}` }), restriction],
];
/** SNIP-9: caller, nonce, time window, calls, and the signature of their account. */
const outside = counted('outside', 'acnn[ac[c]][c]', 4);
const multicall = counted('multicall', '[ac[c]]', 0, 'abi');

export const acts: Family = {
  // OpenZeppelin's universal deployer, before and from Cairo 1 on.
  deploy_contract: [
    [
      'ccb[c]',
      (_, classHash, _salt, unique) => ({ kind: 'deploy', classHash, unique: unique === '1' }),
      'deployer',
    ],
  ],

  // starknet-io/starkgate-contracts, src/cairo/token_bridge.cairo
  initiate_withdraw: [
    [
      'cu',
      (scene, to, amount) => bridged(scene, scene.listedContract?.token, to, amount),
      'bridge',
    ],
  ],
  initiate_token_withdraw: [
    [
      'ccu',
      (scene, l1, to, amount) => {
        const isKnown = scene.chainId === chainIds.mainnet && Object.hasOwn(onEthereum, l1);
        return bridged(scene, isKnown ? onEthereum[l1] : undefined, to, amount);
      },
      'bridge',
    ],
  ],

  // starknet-id/naming, src/interface/naming.cairo
  buy: [['ncnaacc', (scene, _id, domain) => about(scene, 'domainRegister', [domain]), 'naming']],
  renew: [['cnacc', (scene, domain) => about(scene, 'domainRenew', [domain]), 'naming']],
  set_address_to_domain: aboutList('domainMain', '[c][c]'),
  transfer_domain: aboutList('domainTransfer', '[c]n'),
  reset_address_to_domain: plain('domainMainOff', '', 'naming'),
  mint: plain('identity', 'n', 'identity'),

  // Votes and Governor of OpenZeppelin; vSTRK: starkgate-contracts, mintable_lock_interface.cairo
  delegate: [['a', (scene, to) => createAct(scene, 'delegate', toOther(scene, to))]],
  cast_vote: [
    [
      'cn',
      (scene, _proposal, support) => {
        const act = votes[Number(support)];
        return act && createAct(scene, act);
      },
    ],
  ],
  lock: locked('lock'),
  unlock: locked('unlock'),
  lock_and_delegate: [
    [
      'au',
      (scene, to, amount) =>
        createAct(scene, 'lock', toOther(scene, to), quantity(STRK.address, amount)),
      'votes',
    ],
  ],

  revoke_session: plain('revokeSession', 'c', 'own'),
  execute_from_outside: outside,
  execute_from_outside_v2: outside,
  aggregate: multicall,
  multicall,
};
