import { transfer } from '../chain/calls';
import { tokens } from '../chain/tokens';
import { say } from '../texts';
import { asking, type Battery, execute, refused, replies, sign } from './battery';
import { text } from './messages';

const unsupported = refused('unsupportedChain', 4902);
/** A chain that the module does not serve: Ethereum's. */
const ethereum = '0x1';

export const chainsBattery: Battery = {
  id: 'chains',
  title: say('batteries.chains'),
  lead: say('batteries.chains.lead'),
  cases: [
    asking(
      ['unknown', say('batteries.chains.unknown')],
      ({ account }) => ({
        method: 'xnet_getErc20TokenBalance',
        params: { tokenAddress: tokens.STRK, userAddress: account, chainId: ethereum },
      }),
      unsupported,
    ),
    asking(
      ['unknown-send', say('batteries.chains.unknownSend')],
      (facts) => execute({ ...facts, chainId: ethereum }, { calls: [transfer(facts.account, 1n)] }),
      unsupported,
    ),
    asking(
      ['unknown-switch', say('batteries.chains.unknownSwitch')],
      () => ({ method: 'xnet_switchNetwork', params: { chainId: ethereum } }),
      replies(false),
    ),
    asking(
      ['old-switch', say('batteries.chains.oldSwitch')],
      () => ({ method: 'starkNet_switchNetwork', params: { chainId: ethereum } }),
      unsupported,
    ),
    asking(
      ['retired', say('batteries.chains.retired')],
      () => ({ method: 'xnet_switchNetwork', params: { chainId: '0x534e5f474f45524c49' } }),
      replies(false),
    ),
    asking(
      ['word', say('batteries.chains.word')],
      () => ({ method: 'xnet_getStoredErc20Tokens', params: { chainId: 'starknet' } }),
      refused('unsupportedChain', 'invalidParams', 4902),
    ),
    asking(
      ['message-other', say('batteries.chains.messageOther')],
      (facts) => sign(facts, text(facts.otherChainId, 'Hello')),
      refused('invalidParams'),
    ),
    asking(
      ['message-unknown', say('batteries.chains.messageUnknown')],
      (facts) => sign(facts, text(facts.chainId, 'Hello', { chainId: 'SN_GOERLI' })),
      refused('invalidParams', 'unsupportedChain'),
    ),
    asking(
      ['message-none', say('batteries.chains.messageNone')],
      (facts) => {
        const { domain, ...message } = text(facts.chainId, 'Hello');
        const { chainId: _none, ...domainWithoutChain } = domain;
        return sign(facts, { ...message, domain: domainWithoutChain });
      },
      refused('invalidParams'),
    ),
    asking(
      ['hash-elsewhere', say('batteries.chains.hashElsewhere')],
      ({ chainId }) => ({
        method: 'xnet_getTransactionStatus',
        params: { transactionHash: '0x123', chainId },
      }),
      refused('unknownTransaction'),
    ),
    asking(
      ['stranger', say('batteries.chains.stranger')],
      (facts) =>
        execute(
          { ...facts, account: `0x${'1'.repeat(40)}2` },
          { calls: [transfer(facts.account, 1n)] },
        ),
      refused('unknownAccount'),
    ),
    asking(
      ['same', say('batteries.chains.same')],
      ({ chainId }) => ({ method: 'xnet_switchNetwork', params: { chainId } }),
      replies(true),
    ),
  ],
};
