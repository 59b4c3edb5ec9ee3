import type { Clients, State } from '../../module';
import { type ChainId, ContractAddress, sameFelt } from '../../schema/primitives';
import type { Token } from '../../schema/token';
import { knownToken } from '../../starknet/tokens/erc20';
import { tokenParts } from '../../ui/home/tokens';
import { paginate } from '../../ui/home/turns';
import type { HomeView } from '../../ui/home/view';
import { say, type TextRef } from '../../ui/text/words';
import { batchTogether } from '../chain/batchTogether';
import { addToken } from '../consent/addToken';
import { fetchAllBalances } from '../tokens/balances';
import { fetchOwnPieces } from '../tokens/pieces';
import { arrangedTokens, listAskedTokens, tokenList } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { nameOfToken } from '../transactions/words/amounts';
import { createAccountFacts } from './accounts';
import { fetchTotal, formatAmount, lastAmounts, readBalance } from './balances';
import { fetchPart } from './fetched';
import { notTaken, readText } from './form';
import type { Holdings, OpenPage, Part } from './part';
import { canShowPictures, showPicture } from './pictures';
import { listKeys, pieceFacts, sendPiece } from './pieces';
import { request } from './request';

/** The tokens of an account: of that of the button, else the current one. */
export const tokensPart: Part<'tokens'> = {
  async facts(
    module,
    { chainId, about, older, open, draft },
    { fetched = { state: 'unread' }, holdings, total, picture, isTaken, fill },
  ) {
    const account = await createAccountFacts(module, chainId, about);
    if (!account) return undefined;
    const table = await tokenTable(module, chainId);
    const { hidesZero } = await module.tokens.arrangement(chainId);
    const worths = typeof total === 'object' ? total.of : {};
    const amountOf = await lastAmounts(module, chainId, account.address, holdings);
    const tokens = await listVisibleTokens(module, chainId, account.address);
    const page = paginate(tokens, older, TOKENS_ON_PAGE);
    // A balance that is read now moves no token to another page, where it would not be read.
    const isVisible = (token: Token) => !hidesZero || amountOf(token.address) !== 0n;
    return {
      account: { name: account.name, address: account.address },
      fetched,
      hasNoPrices: total === 'unanswered',
      tokens: {
        ...page,
        lines: page.lines.filter(isVisible).map((token) => {
          const amount = amountOf(token.address);
          return {
            address: token.address,
            symbol: nameOfToken(token.address, table),
            name: token.name,
            amount: formatAmount(amount, token.decimals),
            worth: worths[token.address],
            isAdded: knownToken(token.address, chainId) === undefined,
            isFirst: token === tokens[0],
          };
        }),
      },
      hidesZero,
      received: await unlistedTokens(module, chainId, account.address),
      pieces: pieceFacts(draft),
      canShowPictures: await canShowPictures(module),
      picture: picture?.key === draft.picture ? picture : undefined,
      open,
      typed: isTaken ? '' : fill?.address,
    };
  },
  untilFilled: { fetched: { state: 'reading' } },
  async fill(page, drawing) {
    const { module, view } = page;
    let holdings: Holdings = new Map();
    const account = await createAccountFacts(module, view.chainId, view.about);
    if (!account) return;
    const fetched = await fetchPart(
      page,
      () => ({ ...drawing, holdings }),
      async (until) => {
        const read = await fetchHoldings(module, view, account.address, until);
        holdings = read.holdings;
        if (read.pieces !== (view.draft.pieces ?? ''))
          await page.update((now) => ({ draft: { ...now.draft, pieces: read.pieces } }), {
            ...drawing,
            holdings,
          });
      },
    );
    // Balances do not wait for prices.
    const total = await fetchTotal(module, view.chainId, account.address, holdings);
    if (total) await page.redraw({ ...drawing, fetched, holdings, total });
  },
  press: {
    async [tokenParts.first]({ module, view: { chainId }, conclude }, address) {
      const { first, hidesZero } = await module.tokens.arrangement(chainId);
      const isListed = (await tokenList(module, chainId)).some((one) => one.address === address);
      if (isListed)
        await module.tokens.arrange(chainId, {
          first: [address, ...first.filter((one) => one !== address)],
          hidesZero,
        });
      await conclude({});
    },
    async [tokenParts.remove]({ module, view: { chainId }, conclude }, address) {
      if (ContractAddress.is(address)) await module.tokens.remove(chainId, address);
      await conclude({});
    },
    async [tokenParts.hide]({ module, view: { chainId }, conclude }) {
      const { first, hidesZero } = await module.tokens.arrangement(chainId);
      await module.tokens.arrange(chainId, { first, hidesZero: !hidesZero });
      await conclude({});
    },
    [tokenParts.unfold]: ({ view, show }, key) => show({ open: view.open === key ? '' : key }),
    [tokenParts.picture]: showPicture,
    [tokenParts.look]: (page, address) => add(page, '', { address }),
  },
  submit: { [tokenParts.add]: add, [tokenParts.send]: sendPiece },
};

const TOKENS_ON_PAGE = 20;

/** The tokens of the list, without those of which the account had none if the user hides these. */
async function listVisibleTokens(
  module: State,
  chainId: ChainId,
  account: string,
): Promise<Token[]> {
  const amountOf = await lastAmounts(module, chainId, account);
  const { hidesZero } = await module.tokens.arrangement(chainId);
  const tokens = await arrangedTokens(module, chainId);
  return tokens.filter(({ address }) => !hidesZero || amountOf(address) !== 0n);
}

/** Tokens that the account received, by what its history found, without those that are listed above. */
async function unlistedTokens(module: State, chainId: ChainId, account: string): Promise<string[]> {
  const listed = await tokenList(module, chainId);
  const received = await module.found.received(chainId, account);
  return received
    .filter(({ standard }) => standard === 'erc20')
    .map(({ contract }) => contract)
    .filter((contract) => !listed.some(({ address }) => sameFelt(address, contract)));
}

/**
 * Reads balances and pieces of an account in one HTTP request.
 * @throws the node's error if it told none of the balances
 */
async function fetchHoldings(
  module: State & Clients,
  { chainId, older }: HomeView,
  account: string,
  until: number,
): Promise<{ holdings: Holdings; pieces: string }> {
  const visibleTokens = await listVisibleTokens(module, chainId, account);
  const { lines } = paginate(visibleTokens, older, TOKENS_ON_PAGE);
  const drawnTokens = lines.map(({ address }) => address);
  const tokens = [...new Set([...(await listAskedTokens(module, chainId)), ...drawnTokens])];
  const received = await module.found.received(chainId, account);
  const node = await module.node(chainId);
  const deadlineMs = Math.max(1, until - module.now());
  const [outcomes, { pieces }] = await batchTogether(
    node,
    [
      (shared) => fetchAllBalances(shared, account, tokens),
      (shared) => fetchOwnPieces(shared, account, received),
    ],
    { deadlineMs },
  );
  const failed = outcomes.find((one) => !one.ok && one.error.kind !== 'notToken');
  if (failed && !failed.ok && !outcomes.some(({ ok }) => ok)) throw failed.error;
  const holdings = new Map(
    tokens.flatMap((token, index): [string, bigint][] => {
      const balance = readBalance(outcomes[index]);
      if (balance === undefined) return [];
      return [[token, BigInt(balance)]];
    }),
  );
  return { holdings, pieces: listKeys(pieces) };
}

/** Adds a token by its address, after the question that a site has to ask, too. */
async function add(page: OpenPage, _about: string, value: unknown): Promise<unknown> {
  const { module, view, conclude } = page;
  const typed = readText(value, 'address')?.trim();
  const [error, address] = ContractAddress.validate(typed, { coerce: true });
  const refuse = (text: TextRef) => conclude({}, { notice: notTaken(text) });
  if (error || !address) return refuse(say('home.tokenAddressRule'));
  const isThere = (await tokenList(module, view.chainId)).some((one) =>
    sameFelt(one.address, address),
  );
  if (isThere) return refuse(say('home.tokenThere'));
  const action = { method: 'xnet_addErc20Token', title: 'home.addToken' } as const;
  await request(
    page,
    action,
    (context, onPage) => addToken(onPage, context, { address }),
    async () => undefined,
  );
}
