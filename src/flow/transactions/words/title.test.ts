import { describe, expect, it } from '@jest/globals';
import callTexts from '../../../../locales/text/en/calls.json';
import previewTexts from '../../../../locales/text/en/preview.json';
import {
  approve,
  approveAll,
  createCall,
  party,
  strk,
  swap,
  transfer,
  usdc,
} from '../../../../test/review/subject';
import { chainIds } from '../../../schema/primitives';
import { toAddress } from '../../../starknet/felt';
import { createSay } from '../../../ui/text/words';
import type { ReadCall } from '../review';
import type { TokensByAddress } from '../simulate';
import { listedTokens } from '../tokenTable';
import { titleOfCalls } from './title';

const say = createSay({ ...callTexts, ...previewTexts });
const { me, friend, stranger, router, eth, strk: STRK } = party;
/** Calls itself a token of the list. */
const fake = toAddress(0xfa4en);
const tokens: TokensByAddress = {
  ...listedTokens(chainIds.mainnet),
  [fake]: { address: fake, symbol: 'USDC', decimals: 6, verified: false },
};
const sell = { token: STRK, amount: strk(2) };
const buy = { token: eth, amount: strk(0.5) };
const deposit = (contract: string): ReadCall =>
  createCall(contract, 'deposit', {
    kind: 'act',
    act: 'deposit',
    contract,
    name: null,
    quantities: [sell],
  });
const most = 2n ** 256n - 1n;
const either = { unsure: true } as const;
const unknown = 'an unknown token or an NFT of a collection';
const its = 'access to an unknown token';
const STEPS = '2 steps in one transaction';
const dust = transfer(STRK, friend, strk(0.000001));
const upgrade = (contract: string, more: { own?: true } = {}): ReadCall =>
  createCall(contract, 'upgrade', { kind: 'upgrade', contract, classHash: '0x1', ...more });
const claim = (
  contract: string,
  more: { names?: Record<string, string>; to?: string } = {},
): ReadCall =>
  createCall(contract, 'claim', {
    kind: 'act',
    act: 'claim',
    contract,
    name: null,
    quantities: [],
    ...more,
  });
const all = (approved: boolean) => approveAll(fake, stranger, approved);

describe('the title of calls', () => {
  // @promise P8.1
  it.each<[string, ReadCall[], string, string]>([
    ['nothing', [], 'Deploy account', 'doDeploy'],
    ['a transfer', [transfer(STRK, friend, strk(1.5))], 'Send 1.5 STRK', 'doSend'],
    ['an allowance', [approve(STRK, router, strk(5))], 'Allow 5 STRK', 'doAllow'],
    [
      'one without limit',
      [approve(STRK, router, `${most}`)],
      'Allow unlimited use of STRK',
      'doAllow',
    ],
    ['its end', [approve(STRK, router, '0')], 'Revoke access to STRK', 'doRevoke'],
    [
      'what may be a piece',
      [approve(stranger, router, '7', either)],
      `Allow ${unknown}`,
      'doAllow',
    ],
    [
      'what may be piece 0',
      [approve(stranger, router, '0', either)],
      `Allow ${unknown}`,
      'doAllow',
    ],
    ['one that is sent', [transfer(stranger, friend, '7', either)], `Send ${unknown}`, 'doSend'],
    ['the end of a token’s', [approve(fake, router, '0', either)], `Revoke ${its}`, 'doRevoke'],
    ['a whole collection', [all(true)], 'Allow all of an unknown collection', 'doAllow'],
    ['the end of that', [all(false)], 'Revoke access to all of an unknown collection', 'doRevoke'],
    [
      'a swap at a listed contract',
      [swap(router, sell, buy, 'AVNU')],
      'Swap 2 STRK for at least 0.5 ETH on AVNU',
      'doSwap',
    ],
    [
      'a swap that a contract on no list says it makes',
      [swap(stranger, sell, buy)],
      'Swap 2 STRK for at least 0.5 ETH, according to a contract on none of this wallet’s lists',
      'confirm',
    ],
    [
      'a payment to a contract on no list',
      [deposit(stranger)],
      'Deposit 2 STRK, using a contract on none of this wallet’s lists',
      'confirm',
    ],
    [
      'new code',
      [
        createCall(router, 'upgrade', {
          kind: 'upgrade',
          contract: router,
          classHash: '0x1',
        }),
      ],
      'Replace the code of a contract',
      'doUpgrade',
    ],
    // What a contract says of itself is told below, and not in the title.
    ['a token on no list', [transfer(fake, friend, usdc(5))], 'Send an unknown token', 'doSend'],
    [
      'two that nobody can compare',
      [transfer(STRK, friend, strk(1)), transfer(eth, friend, strk(2))],
      '2 steps in one transaction',
      'doSend',
    ],
    [
      'two that send the same token',
      [transfer(STRK, friend, strk(1)), transfer(STRK, stranger, strk(7))],
      'Send 8 STRK in 2 payments',
      'doSend',
    ],
    [
      'two that send the same token on no list',
      [transfer(fake, friend, usdc(1)), transfer(fake, stranger, usdc(7))],
      'Send an unknown token, one of 2 steps',
      'doSend',
    ],
    [
      'payments beside an end of access',
      [transfer(STRK, friend, strk(1)), approve(STRK, router, '0'), transfer(STRK, me, strk(7))],
      'Send 7 STRK, one of 3 steps',
      'confirm',
    ],
    [
      'a payment beside a larger one of another’s money',
      [transfer(STRK, friend, strk(1)), transfer(STRK, me, strk(9), { from: friend })],
      STEPS,
      'confirm',
    ],
    [
      'one beside an end of access',
      [approve(STRK, router, '0'), dust],
      'Send 0.000001 STRK, one of 2 steps',
      'confirm',
    ],
    [
      'one beside rewards of a listed contract',
      [claim(router, { names: { [router]: 'AVNU' } }), dust],
      'Send 0.000001 STRK, one of 2 steps',
      'confirm',
    ],
    [
      'several, the worst of them last',
      [transfer(STRK, friend, strk(1)), approve(STRK, stranger, `${most}`)],
      'Allow unlimited use of STRK, one of 2 steps',
      'confirm',
    ],
    [
      'an unknown command to the own account, beside dust',
      [dust, createCall(me, 'run_it')],
      'Call run_it on the contract below, one of 2 steps',
      'confirm',
    ],
    [
      'new code of the account, beside an allowance without limit',
      [approve(STRK, router, `${most}`), upgrade(me, { own: true })],
      'Replace the code of this account, one of 2 steps',
      'confirm',
    ],
    ['what a drainer calls a claim, beside dust', [dust, claim(stranger)], STEPS, 'confirm'],
    ['an unknown function, beside dust', [dust, createCall(stranger, 'claim')], STEPS, 'confirm'],
    [
      'rewards of a listed contract that others get',
      [dust, claim(router, { names: { [router]: 'AVNU' }, to: stranger })],
      STEPS,
      'confirm',
    ],
    ['the code of a contract of others, beside dust', [upgrade(stranger), dust], STEPS, 'confirm'],
    [
      'a token on no list without limit, beside dust',
      [approve(fake, stranger, `${most}`), dust],
      STEPS,
      'confirm',
    ],
    [
      'a change of the guardian that is cancelled, beside dust',
      [
        createCall(me, 'cancel_escape', {
          kind: 'guardian',
          contract: me,
          change: 'cancel',
          who: [],
          own: true,
        }),
        dust,
      ],
      STEPS,
      'confirm',
    ],
    ['a collection on no list, beside dust', [all(true), dust], STEPS, 'confirm'],
    [
      'a permit, beside dust',
      [approve(STRK, stranger, `${most}`, { owner: friend }), dust],
      STEPS,
      'confirm',
    ],
  ])('names the act of %s, and the verb on its button', (_, calls, title, verb) => {
    const act = titleOfCalls(calls, tokens, me);
    expect(say(act.title)).toBe(title);
    expect(act.verb).toBe(`review.${verb}`);
  });
});
