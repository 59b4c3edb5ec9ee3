import { kindOf } from '@xnet/clients/errors';
import type { Clients, State } from '../../module';
import type { ChainId } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import type { Balances, ShownBalance } from '../../ui/home/balances';
import { say } from '../../ui/text/words';
import { together } from '../chain/together';
import { fetchAllBalances } from '../tokens/balances';
import { tokenList } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { tokenName } from '../transactions/words/amounts';

/** How long to wait for balances before they count as unavailable. */
const DEADLINE_MS = 8_000;

/**
 * The STRK balances of all accounts of a network, and other balances that are not zero: one HTTP
 * request for a few accounts. Never an error.
 */
export async function homeBalances(module: State & Clients, chainId: ChainId): Promise<Balances> {
  try {
    const accounts = await module.accounts.list(chainId);
    if (accounts.length === 0) return { state: 'known', of: {} };
    const tokens = (await tokenList(module, chainId)).sort(
      (a, b) => Number(b.symbol === 'STRK') - Number(a.symbol === 'STRK'),
    );
    const addresses = tokens.map(({ address }) => address);
    const table = await tokenTable(module, chainId);
    const node = await module.node(chainId);
    const batch: typeof node.batch = (calls) => node.batch(calls, { deadlineMs: DEADLINE_MS });
    const read = await together(
      { ...node, batch },
      accounts.map(
        ({ address }) =>
          (shared: typeof node) =>
            fetchAllBalances(shared, address, addresses),
      ),
    );
    const of: Record<string, ShownBalance[]> = {};
    for (const [index, { address }] of accounts.entries()) {
      const outcomes = read[index] ?? [];
      const [strk] = outcomes;
      if (!strk?.ok) throw strk?.error;
      of[address] = tokens.flatMap(({ address: token, decimals, logo }, at): ShownBalance[] => {
        const outcome = outcomes[at];
        const amount = outcome?.ok ? BigInt(outcome.value.balancePending) : 0n;
        const symbol = tokenName(token, table, 'calls.tokenUnlisted');
        return amount > 0n || at === 0
          ? [{ symbol, amount: formatUnits(amount, decimals), ...(logo && { logo }) }]
          : [];
      });
    }
    return { state: 'known', of };
  } catch (error) {
    // Other errors come from the wallet, for example if it cannot decrypt the user's own node.
    return { state: 'unavailable', triedAt: module.now(), why: say(`errors.${kindOf(error)}`) };
  }
}
