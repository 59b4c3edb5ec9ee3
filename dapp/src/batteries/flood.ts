import { tokens } from '../chain/tokens';
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

const many = (count: number, request: (at: number) => Request): Request[] =>
  Array.from({ length: count }, (_, at) => request(at));

/** Many at once, then one: the module answers each, and goes on. */
const flood = (
  id: string,
  title: string,
  count: number,
  request: (facts: Facts, at: number) => Request,
): Case => ({
  id,
  title,
  dialogs: 0,
  steps: [
    {
      requests: (facts) => many(count, (at) => request(facts, at)),
      expected: limited,
    },
    { requests: () => [{ method: 'ping' }], expected: replies('pong') },
  ],
});

export const floodBattery: Battery = {
  id: 'flood',
  title: 'Flood',
  lead: 'More requests at once than a page needs. Each gets an answer, if only that it is too much, and the module still answers the next.',
  cases: [
    flood('pings', '200 pings', 200, () => ({ method: 'ping' })),
    flood('reads', '100 balances', 100, ({ account, chainId }) => ({
      method: 'xnet_getErc20TokenBalance',
      params: { tokenAddress: tokens.STRK, userAddress: account, chainId },
    })),
    flood('hashes', '20 long messages to verify', 20, ({ account, chainId }, at) => ({
      method: 'xnet_verifySignedMessage',
      params: {
        typedDataMessage: text(chainId, `${at % 10}`.repeat(4_000)),
        address: account,
        signature: ['0x1', '0x2'],
        chainId,
      },
    })),
    {
      id: 'dialogs',
      title: 'Ten signatures at once: four wait for the user, six are refused',
      dialogs: 4,
      look: 'One dialog after the other, four in all.',
      steps: [
        {
          requests: (facts) =>
            many(10, (at) => sign(facts, text(facts.chainId, `Message ${at + 1} of 10`))),
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
  title: 'Overlap',
  lead: 'Requests while another waits for the user. Each is answered for itself: no signature belongs to the other message.',
  cases: [
    {
      ...signsExactly(['two', 'Two messages at once'], ({ chainId }) => [
        text(chainId, 'The first of two'),
        text(chainId, 'The second of two'),
      ]),
      dialogs: 2,
      look: 'Two dialogs, one after the other.',
    },
    {
      id: 'beside',
      title: 'Reads beside an open dialog',
      dialogs: 1,
      look: 'One dialog.',
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
      title: 'The same silent request four times at once',
      dialogs: 0,
      steps: [
        {
          requests: ({ chainId }) =>
            many(4, () => ({ method: 'xnet_switchNetwork', params: { chainId } })),
          expected: replies(true),
        },
      ],
    },
    asking(['after', 'A read after all that'], () => ({ method: 'xnet_getState' }), replies()),
  ],
};
