import { networkDefinitions } from '../../networks/networks';
import { writePaymentRequest } from '../../starknet/paymentRequest';
import { type ReceiveFacts, receiveParts } from '../../ui/home/receive';
import type { HomeView } from '../../ui/home/view';
import { amountFault } from '../../ui/text/amountFault';
import { readAmount } from '../../ui/text/amounts';
import { readSeparators, say, symbolText } from '../../ui/text/words';
import { loadOwnAccounts } from '../addresses/addressBook';
import { namedNetwork } from '../chain/namedNetwork';
import { arrangedTokens, listAskedTokens, tokenList } from '../tokens/tokens';
import type { TokensByAddress } from '../transactions/simulate';
import { tokenTable } from '../transactions/tokenTable';
import { createAmountText, nameOfToken } from '../transactions/words/amounts';
import { createAccountFacts } from './accounts';
import { notTaken, readText } from './form';
import type { OpenPage, Part } from './part';

/** The address of an account: that of the button, else the current one. */
export const receivePart: Part<'receive'> = {
  async facts(module, view) {
    const { chainId, about } = view;
    const facts = await createAccountFacts(module, chainId, about);
    if (!facts) return undefined;
    const { name, address, isDeployed } = facts;
    const ownAccount = await loadOwnAccounts(module, chainId, [address]);
    const obstacle = ownAccount.find((one) => one.address === address)?.obstacle;
    const network = (await namedNetwork(module, chainId))?.name ?? chainId;
    const table = await tokenTable(module, chainId);
    const tokens = (await listAskedTokens(module, chainId)).map((token) => ({
      address: token,
      symbol: nameOfToken(token, table),
    }));
    const hasMoreTokens = tokens.length < (await tokenList(module, chainId)).length;
    const { faucet = null } = networkDefinitions[chainId];
    const listed = tokens.map((token) => token.address);
    const request = requestIn(view, { to: address, listed, table });
    return { name, address, isDeployed, obstacle, network, faucet, tokens, hasMoreTokens, request };
  },
  submit: { [receiveParts.ask]: ask },
};

type Payee = {
  readonly to: string;
  /** Addresses of the tokens that can be asked for. */
  readonly listed: readonly string[];
  readonly table: TokensByAddress;
};

/** The request that the page holds. */
function requestIn(
  { chainId, draft: { token = '', amount = '' } }: HomeView,
  { to, listed, table }: Payee,
): ReceiveFacts['request'] {
  if (!/^[1-9]\d*$/u.test(amount) || !listed.includes(token)) return null;
  return {
    link: writePaymentRequest(chainId, { token, to, amount: BigInt(amount) }),
    amount: createAmountText({ token, amount }, table),
  };
}

/** Makes a request for a payment of what is typed. */
async function ask(page: OpenPage, _about: string, value: unknown): Promise<unknown> {
  const { module, view, show } = page;
  const typed = readText(value, receiveParts.amount) ?? '';
  const tokens = await arrangedTokens(module, view.chainId);
  const token = tokens.find((one) => one.address === readText(value, receiveParts.token));
  if (!token) return undefined;
  const { decimals, symbol, address } = token;
  const separators = readSeparators(await module.dialogs.saying());
  const reader = { decimals, unit: symbolText(symbol), separators };
  const read = readAmount(typed, reader);
  if (read.kind === 'amount' && read.amount > 0n)
    return show({ draft: { token: address, amount: String(read.amount) } });
  const table = await tokenTable(module, view.chainId);
  const isMissing = read.kind === 'amount' || read.kind === 'none';
  const text = isMissing
    ? say('home.send.zero')
    : amountFault(read, typed, reader, nameOfToken(address, table));
  return show({ draft: {} }, { notice: notTaken(text) });
}
