import { knownToken } from '../tokens/erc20';
import { UNLIMITED } from '../tokens/event';
import {
  createAct,
  type Family,
  type MeaningRule,
  quantity,
  type Scene,
  type Tell,
  texts,
  toOther,
} from './form';
import type { Standard } from './meaning';

const PIECE = /^(?:token_?)?id$/iu;

/**
 * Whether the u256 of a call that ERC-20 and ERC-721 share is an amount or a token id: by the
 * module's own list, else by the names in the contract's ABI. `unsure` if neither decides, and if a
 * number that would be an unlimited allowance is declared a token id.
 */
function shared({ contract: token, decoded, listedContract, chainId }: Scene, number: string) {
  const amount = { standard: 'erc20', token, amount: number } as const;
  const piece = { standard: 'erc721', token, amount: '1', tokenId: number } as const;
  if (knownToken(token, chainId)) return amount;
  if (listedContract?.kind === 'identity' || listedContract?.kind === 'pieces') return piece;
  const name = decoded?.args.at(-1)?.name ?? '';
  if (PIECE.test(name) && BigInt(number) < UNLIMITED) return piece;
  if (/amount|value|wad/iu.test(name)) return amount;
  return { ...amount, unsure: true } as const;
}

const fromOther = ({ account }: Scene, from: string) => {
  if (from === account) return {};
  return { from };
};

const piece =
  (standard: Standard): Tell =>
  (scene, from, to, tokenId, amount) => ({
    kind: 'transfer',
    standard,
    token: scene.contract,
    amount: standard === 'erc721' ? '1' : amount,
    tokenId,
    ...fromOther(scene, from),
    to,
  });

const allowance = (token: string, spender: string, amount: string) =>
  ({ kind: 'approve', standard: 'erc20', token, amount, spender }) as const;

/** ERC-4626; excludes shares of another owner. Other contracts use the same names. */
const vault = (
  form: 'ua' | 'uaa',
  act: 'deposit' | 'withdraw',
  isShares: boolean,
): MeaningRule[] => {
  const tell = (scene: Scene, amount = '0', to = scene.account, owner = scene.account) => {
    if (owner !== scene.account) return undefined;
    const receiver = toOther(scene, to);
    if (isShares) return createAct(scene, act, receiver, quantity(scene.contract, amount));
    return createAct(scene, act, { assets: amount, ...receiver });
  };
  return [
    [form, tell, 'abi'],
    [form, tell, 'vault'],
  ];
};

/** ERC-20, 721 and 1155 as spelled in OpenZeppelin's contracts for Cairo (packages/interfaces). */
export const tokens: Family = {
  transfer: [
    [
      'au',
      ({ contract: token }, to, amount) => ({
        kind: 'transfer',
        standard: 'erc20',
        token,
        amount,
        to,
      }),
    ],
  ],
  transfer_from: [
    [
      'aau',
      (scene, from, to, number) => ({
        kind: 'transfer',
        ...shared(scene, number),
        ...fromOther(scene, from),
        to,
      }),
    ],
  ],
  approve: [
    ['au', (scene, spender, number) => ({ kind: 'approve', ...shared(scene, number), spender })],
  ],
  increase_allowance: [
    ['au', ({ contract }, to, amount) => ({ ...allowance(contract, to, amount), more: true })],
  ],
  decrease_allowance: [
    [
      'au',
      (scene, to, amount) =>
        createAct(scene, 'allowLess', { to }, quantity(scene.contract, amount)),
    ],
  ],
  permit: [
    [
      'aaun[c]',
      ({ contract, account }, owner, to, amount) => ({
        ...allowance(contract, to, amount),
        ...(owner !== account && { owner }),
      }),
    ],
  ],
  set_approval_for_all: [
    [
      'ab',
      ({ contract: token }, operator, approved) => ({
        kind: 'approveAll',
        token,
        operator,
        approved: approved === '1',
      }),
    ],
  ],
  safe_transfer_from: [
    ['aau[c]', piece('erc721')],
    ['aauu[c]', piece('erc1155')],
  ],
  safe_batch_transfer_from: [
    [
      'aa[u][u][c]',
      (scene, from, to) => {
        const [ids, amounts] = [texts(scene.partsOf(2)), texts(scene.partsOf(3))];
        const pieces = ids.map((tokenId, index) => ({ tokenId, amount: amounts[index] ?? '' }));
        if (ids.length !== amounts.length || from !== scene.account) return undefined;
        return createAct(scene, 'sendPieces', { to, label: `${ids.length}`, pieces });
      },
    ],
  ],
  deposit: vault('ua', 'deposit', false),
  withdraw: vault('uaa', 'withdraw', false),
  redeem: vault('uaa', 'withdraw', true),
  mint: [['au', (scene, to) => createAct(scene, 'mint', toOther(scene, to)), 'abi']],
};
