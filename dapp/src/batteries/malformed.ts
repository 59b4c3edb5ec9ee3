import { transfer } from '../chain/calls';
import { tokens } from '../chain/tokens';
import { say } from '../texts';
import { asking, type Battery, execute, type Facts, type Request, refused, sign } from './battery';
import { text } from './messages';

const invalid = refused('invalidParams', -32602);
/** A wallet may refuse an envelope before the module sees it. */
const malformed = refused('invalidRequest', 'invalidParams', -32600, -32602, -32603);

const pays = ({ account }: Facts) => transfer(account, 1n);
const balance = (params: unknown): Request => ({ method: 'xnet_getErc20TokenBalance', params });

const nested = (depth: number): unknown => {
  let inner: unknown = 1;
  for (let level = 0; level < depth; level += 1) inner = [inner];
  return inner;
};
const big = 2_000_000;

/** Nothing of this may open a dialog. */
export const malformedBattery: Battery = {
  id: 'malformed',
  title: say('batteries.malformed'),
  lead: say('batteries.malformed.lead'),
  cases: [
    asking(
      ['unknown-method', say('batteries.malformed.unknownMethod')],
      () => ({ method: 'xnet_mint', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['inherited-method', say('batteries.malformed.inheritedMethod')],
      () => ({ method: 'constructor', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['method-case', say('batteries.malformed.methodCase')],
      () => ({ method: 'XNET_EXECUTETXN', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['empty-method', say('batteries.malformed.emptyMethod')],
      () => ({ method: '', params: {} }),
      refused('methodNotFound', 'invalidRequest', -32600, -32601, -32602, -32603),
    ),
    asking(['missing', say('batteries.malformed.missing')], () => balance({}), invalid),
    asking(
      ['unknown-param', say('batteries.malformed.unknownParam')],
      ({ account }) =>
        balance({ tokenAddress: tokens.STRK, userAddress: account, toekn: tokens.STRK }),
      invalid,
    ),
    asking(
      ['by-position', say('batteries.malformed.byPosition')],
      ({ account }) => balance([tokens.STRK, account]),
      malformed,
    ),
    asking(['text-params', say('batteries.malformed.textParams')], () => balance('all'), malformed),
    asking(
      ['null-param', say('batteries.malformed.nullParam')],
      () => balance({ tokenAddress: tokens.STRK, userAddress: null }),
      invalid,
    ),
    asking(
      ['address-short', say('batteries.malformed.addressShort')],
      () => balance({ tokenAddress: tokens.STRK, userAddress: '' }),
      invalid,
    ),
    asking(
      ['address-long', say('batteries.malformed.addressLong')],
      () => balance({ tokenAddress: tokens.STRK, userAddress: `0x${'1'.repeat(65)}` }),
      invalid,
    ),
    asking(
      ['address-above', say('batteries.malformed.addressAbove')],
      () => balance({ tokenAddress: tokens.STRK, userAddress: `0x${'f'.repeat(64)}` }),
      invalid,
    ),
    asking(
      ['calldata-word', say('batteries.malformed.calldataWord')],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: ['0x1', 'one'] }] }),
      invalid,
    ),
    asking(
      ['calldata-fraction', say('batteries.malformed.calldataFraction')],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: [1.5] }] }),
      invalid,
    ),
    asking(
      ['calldata-negative', say('batteries.malformed.calldataNegative')],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: ['-1'] }] }),
      invalid,
    ),
    asking(
      ['no-calls', say('batteries.malformed.noCalls')],
      (facts) => execute(facts, { calls: [] }),
      invalid,
    ),
    asking(
      ['call-extra', say('batteries.malformed.callExtra')],
      (facts) => execute(facts, { calls: [{ ...pays(facts), value: '0x1' }] }),
      invalid,
    ),
    asking(
      ['entrypoint-space', say('batteries.malformed.entrypointSpace')],
      (facts) => execute(facts, { calls: [{ ...pays(facts), entrypoint: 'transfer to' }] }),
      invalid,
    ),
    asking(
      ['nonce-ahead', say('batteries.malformed.nonceAhead')],
      (facts) => ({
        method: 'xnet_signTransaction',
        params: {
          address: facts.account,
          chainId: facts.chainId,
          transactions: [pays(facts)],
          transactionsDetail: { nonce: '0xffff' },
        },
      }),
      { ...refused('transactionRejected'), says: 'the network takes none above' },
    ),
    asking(
      ['deep', say('batteries.malformed.deep')],
      (facts) => execute(facts, { calls: [pays(facts)], abis: nested(100) }),
      malformed,
    ),
    asking(
      ['large', say('batteries.malformed.large')],
      (facts) => execute(facts, { calls: [pays(facts)], abis: 'a'.repeat(big) }),
      malformed,
    ),
    asking(
      ['poisoned', say('batteries.malformed.poisoned')],
      () => balance(JSON.parse('{"userAddress":{"__proto__":{"isAdmin":true}}}')),
      malformed,
    ),
    asking(
      ['message-undeclared', say('batteries.malformed.messageUndeclared')],
      (facts) => sign(facts, { ...text(facts.chainId, 'Hello'), types: { StarknetDomain: [] } }),
      invalid,
    ),
    asking(
      ['message-extra', say('batteries.malformed.messageExtra')],
      (facts) =>
        sign(facts, { ...text(facts.chainId, 'Hello'), message: { text: 'Hello', gift: '0x1' } }),
      invalid,
    ),
    asking(
      ['message-not-json', say('batteries.malformed.messageNotJson')],
      (facts) => sign(facts, '{"types":'),
      invalid,
    ),
    asking(
      ['hash-zero', say('batteries.malformed.hashZero')],
      ({ chainId }) => ({
        method: 'xnet_getTransactionStatus',
        params: { transactionHash: '0xg', chainId },
      }),
      invalid,
    ),
  ],
};
