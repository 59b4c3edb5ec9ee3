import { tokens } from '../chain/tokens';
import { say, type TextRef } from '../texts';
import {
  asking,
  type Battery,
  type Case,
  either,
  type Facts,
  type Request,
  replies,
  sign,
  signsExactly,
} from './battery';
import { text } from './messages';

const limited = either('limitExceeded');

const repeat = (count: number, request: (index: number) => Request): Request[] =>
  Array.from({ length: count }, (_, index) => request(index));

/** Many at once, then one: the module answers each, and goes on. */
const flood = (
  id: string,
  title: TextRef,
  count: number,
  request: (facts: Facts, index: number) => Request,
): Case => ({
  id,
  title,
  dialogs: 0,
  steps: [
    {
      requests: (facts) => repeat(count, (index) => request(facts, index)),
      expected: limited,
    },
    { requests: () => [{ method: 'ping' }], expected: replies('pong') },
  ],
});

export const floodBattery: Battery = {
  id: 'flood',
  title: say('batteries.flood'),
  lead: say('batteries.flood.lead'),
  cases: [
    flood('pings', say('batteries.flood.pings'), 200, () => ({ method: 'ping' })),
    flood('reads', say('batteries.flood.reads'), 100, ({ account, chainId }) => ({
      method: 'xnet_getErc20TokenBalance',
      params: { tokenAddress: tokens.STRK, userAddress: account, chainId },
    })),
    flood('hashes', say('batteries.flood.hashes'), 20, ({ account, chainId }, index) => ({
      method: 'xnet_verifySignedMessage',
      params: {
        typedDataMessage: text(chainId, `${index % 10}`.repeat(4_000)),
        address: account,
        signature: ['0x1', '0x2'],
        chainId,
      },
    })),
    {
      id: 'dialogs',
      title: say('batteries.flood.dialogs'),
      dialogs: 4,
      look: say('batteries.flood.dialogs.look'),
      steps: [
        {
          requests: (facts) =>
            repeat(10, (index) => sign(facts, text(facts.chainId, `Message ${index + 1} of 10`))),
          expected: limited,
          errors: 6,
        },
        { requests: () => [{ method: 'ping' }], expected: replies('pong') },
      ],
    },
  ],
};

export const overlapBattery: Battery = {
  id: 'overlap',
  title: say('batteries.overlap'),
  lead: say('batteries.overlap.lead'),
  cases: [
    {
      ...signsExactly(['two', say('batteries.overlap.two')], ({ chainId }) => [
        text(chainId, 'The first of two'),
        text(chainId, 'The second of two'),
      ]),
      dialogs: 2,
      look: say('batteries.overlap.two.look'),
    },
    {
      id: 'beside',
      title: say('batteries.overlap.beside'),
      dialogs: 1,
      look: say('batteries.overlap.beside.look'),
      steps: [
        {
          requests: (facts) => [
            sign(facts, text(facts.chainId, 'The page reads meanwhile')),
            { method: 'ping' },
            { method: 'xnet_getCurrentNetwork' },
            { method: 'xnet_getState' },
            {
              method: 'xnet_getErc20TokenBalance',
              params: {
                tokenAddress: tokens.STRK,
                userAddress: facts.account,
                chainId: facts.chainId,
              },
            },
          ],
          expected: replies(),
        },
      ],
    },
    {
      id: 'same',
      title: say('batteries.overlap.same'),
      dialogs: 0,
      steps: [
        {
          requests: ({ chainId }) =>
            repeat(4, () => ({ method: 'xnet_switchNetwork', params: { chainId } })),
          expected: replies(true),
        },
      ],
    },
    asking(
      ['after', say('batteries.overlap.after')],
      () => ({ method: 'xnet_getState' }),
      replies(),
    ),
  ],
};
