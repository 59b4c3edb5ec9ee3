import { transfer } from '../chain/calls';
import { tokens } from '../chain/tokens';
import { asking, type Battery, execute, refused, replies, sign } from './battery';
import { text } from './messages';

const unsupported = refused('unsupportedChain', 4902);
/** A chain that the module does not serve: Ethereum's. */
const ethereum = '0x1';

export const chainsBattery: Battery = {
  id: 'chains',
  title: 'Wrong chain',
  lead: 'Requests for another network than they are valid on. None may be signed or sent, and none opens a dialog.',
  cases: [
    asking(
      ['unknown', 'A read on a chain that the module does not serve'],
      ({ account }) => ({
        method: 'xnet_getErc20TokenBalance',
        params: { tokenAddress: tokens.STRK, userAddress: account, chainId: ethereum },
      }),
      unsupported,
    ),
    asking(
      ['unknown-send', 'A payment on a chain that the module does not serve'],
      (facts) => execute({ ...facts, chainId: ethereum }, { calls: [transfer(facts.account, 1n)] }),
      unsupported,
    ),
    asking(
      ['unknown-switch', 'A switch to a chain that the module does not serve'],
      () => ({ method: 'xnet_switchNetwork', params: { chainId: ethereum } }),
      replies(false),
    ),
    asking(
      ['old-switch', 'The same switch by its older name'],
      () => ({ method: 'starkNet_switchNetwork', params: { chainId: ethereum } }),
      unsupported,
    ),
    asking(
      ['retired', 'A chain that exists no longer (Goerli)'],
      () => ({ method: 'xnet_switchNetwork', params: { chainId: '0x534e5f474f45524c49' } }),
      replies(false),
    ),
    asking(
      ['word', 'A chain by a name that is none'],
      () => ({ method: 'xnet_getStoredErc20Tokens', params: { chainId: 'starknet' } }),
      refused('unsupportedChain', 'invalidParams', 4902),
    ),
    asking(
      ['message-other', 'A message for the other network'],
      (facts) => sign(facts, text(facts.otherChainId, 'Hello')),
      refused('invalidParams'),
    ),
    asking(
      ['message-unknown', 'A message for a chain that the module does not serve'],
      (facts) => sign(facts, text(facts.chainId, 'Hello', { chainId: 'SN_GOERLI' })),
      refused('invalidParams', 'unsupportedChain'),
    ),
    asking(
      ['message-none', 'A message for no chain at all'],
      (facts) => {
        const { domain, ...rest } = text(facts.chainId, 'Hello');
        const { chainId: _none, ...others } = domain;
        return sign(facts, { ...rest, domain: others });
      },
      refused('invalidParams'),
    ),
    asking(
      ['hash-elsewhere', 'A transaction that nobody knows'],
      ({ chainId }) => ({
        method: 'xnet_getTransactionStatus',
        params: { transactionHash: '0x123', chainId },
      }),
      refused('unknownTransaction'),
    ),
    asking(
      ['stranger', 'A payment from somebody else’s account'],
      (facts) =>
        execute(
          { ...facts, account: `0x${'1'.repeat(40)}2` },
          { calls: [transfer(facts.account, 1n)] },
        ),
      refused('unknownAccount'),
    ),
    asking(
      ['same', 'A switch to the network that is in use'],
      ({ chainId }) => ({ method: 'xnet_switchNetwork', params: { chainId } }),
      replies(true),
    ),
  ],
};
