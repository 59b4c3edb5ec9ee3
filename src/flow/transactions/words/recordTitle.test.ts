import { describe, expect, it } from '@jest/globals';
import { party, strk } from '../../../../test/review/subject';
import { english } from '../../../../test/wallet/openDialogs';
import { openModule } from '../../../../test/wallet/openModule';
import type { Call } from '../../../schema/call';
import { chainIds } from '../../../schema/primitives';
import type { StoredTransaction } from '../../../schema/transaction';
import { parseMeaning } from '../../../starknet/meaning/parseMeaning';
import { encodeExecute } from '../../../starknet/transactions/calls';
import { createSay } from '../../../ui/text/words';
import { createRecords } from '../record';
import { listedTokens } from '../tokenTable';
import { titleOfCalls } from './title';

const chainId = chainIds.mainnet;
const { me, friend, stranger, router, eth, strk: STRK } = party;
const most = `0x${'f'.repeat(32)}`;
const on = (contractAddress: string, entrypoint: string, ...calldata: string[]): Call => ({
  contractAddress,
  entrypoint,
  calldata,
});
const approve = (amount: string, high = '0x0') => on(STRK, 'approve', router, amount, high);
const swap = on(
  ...([router, 'multi_route_swap', STRK, strk(2), '0x0'] as const),
  eth,
  '0x5',
  '0x0',
  strk(0.5),
  '0x0',
  me,
  '0x0',
  '0x0',
  '0x0',
);
const recordOf = (calls: Call[]) => {
  const review = {
    context: { network: { chainId } },
    account: { address: me },
    calls: calls.map((call) => ({ call })),
  };
  const [record] = createRecords(
    review as never, // the rest of a review is not recorded
    [{ hash: '0x1', transaction: transactionOf(calls) as never }],
    1_800_000_000,
  );
  return record as StoredTransaction; // one transaction, one record
};
const transactionOf = (calls: Call[]) => ({
  type: 'INVOKE',
  nonce: '0x1',
  calldata: encodeExecute(calls, 1),
});

describe('the title of a record', () => {
  it.each<[string, Call[]]>([
    ['Send 1.5 STRK', [on(STRK, 'transfer', friend, strk(1.5), '0x0')]],
    ['Send 1.5 STRK', [on(STRK, 'transferFrom', me, friend, strk(1.5), '0x0')]],
    ['Allow 5 STRK', [approve(strk(5))]],
    ['Allow unlimited use of STRK', [approve(most, most)]],
    ['Allow more: 5 STRK', [on(STRK, 'increase_allowance', router, strk(5), '0x0')]],
    ['Revoke access to STRK', [approve('0x0')]],
    ['Allow all of an unknown collection', [on(stranger, 'setApprovalForAll', friend, '0x1')]],
    ['Send an unknown token', [on(stranger, 'transfer', friend, '0x1', '0x0')]],
    // Without a description of the contract nobody knows which of both it is.
    [
      'Allow an unknown token or an NFT of a collection',
      [on(stranger, 'approve', friend, '0x7', '0x0')],
    ],
    ['Swap 2 STRK for at least 0.5 ETH on AVNU', [swap]],
    ['Swap 2 STRK for at least 0.5 ETH on AVNU', [approve(strk(2)), swap]],
    ['Replace the code of this account', [on(me, 'upgrade', '0x7')]],
    [
      'Allow unlimited use of STRK, one of 2 steps',
      [on(STRK, 'transfer', friend, strk(1), '0x0'), approve(most, most)],
    ],
  ])('equals the title of the dialog: %s', async (title, calls) => {
    const { module } = openModule();
    const meant = calls.map((call) => ({
      meaning: parseMeaning(call, null, { account: me, chainId }),
    }));
    const say = createSay(await english());
    expect(say(titleOfCalls(meant, listedTokens(chainId), me).title)).toBe(title);
    expect(say(await module.titleOf(recordOf(calls)))).toBe(title);
  });

  it.each<[string, Call[]]>([
    ['Call do_something', [on(stranger, 'do_something', '0x1')]],
    ['Several calls', [approve('0x0'), on(stranger, 'do_something', '0x1')]],
  ])('names what nobody knows by its entry point, if that: %s', async (title, calls) => {
    const { module } = openModule();
    expect(createSay(await english())(await module.titleOf(recordOf(calls)))).toBe(title);
  });

  // @promise T3.2
  it.each([
    ['SHELL', 'Send 0.1 SHELL (unverified)'],
    ['USDC', 'Send an unknown token'],
    ['5 million STRK', 'Send an unknown token'],
    ['[win](//a.io)', 'Send an unknown token'],
    ['www.a.io', 'Send an unknown token'],
  ])('doubts a token that the user has added, as the dialog does: %s', async (symbol, title) => {
    const { module } = openModule();
    const added = { address: stranger, name: 'Shells', symbol, decimals: 1 };
    await module.tokens.save(chainId, added);
    const call = on(stranger, 'transfer', friend, '0x1', '0x0');
    const say = createSay(await english());
    expect(say(await module.titleOf(recordOf([call])))).toBe(title);
    const tokens = { ...listedTokens(chainId), [stranger]: { ...added, verified: false } };
    const meaning = parseMeaning(call, null, { account: me, chainId });
    expect(say(titleOfCalls([{ meaning }], tokens, me).title)).toBe(title);
  });
});
