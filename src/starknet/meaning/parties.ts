import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress } from '../felt';
import { selectorOf } from '../selector';
import type { EncodedCall } from '../transactions/calls';

/** Who takes part in calls, as far as their selectors tell without any ABI; in 64 digits. */
export type Parties = {
  readonly contracts: ReadonlySet<string>;
  readonly recipients: ReadonlySet<string>;
  readonly spenders: ReadonlySet<string>;
  /** Contracts that are called as tokens are. */
  readonly tokens: ReadonlySet<string>;
};

type Role = { readonly role: 'recipients' | 'spenders'; readonly at: number };

/** Where functions of tokens have the other party in their calldata. */
const functions: readonly (Role & { readonly names: readonly string[] })[] = [
  { role: 'recipients', at: 0, names: ['transfer'] },
  {
    role: 'recipients',
    at: 1,
    names: ['transferFrom', 'transfer_from', 'safeTransferFrom', 'safe_transfer_from'],
  },
  {
    role: 'spenders',
    at: 0,
    names: [
      ...['approve', 'increaseAllowance', 'increase_allowance'],
      ...['setApprovalForAll', 'set_approval_for_all'],
    ],
  },
  { role: 'spenders', at: 1, names: ['permit'] },
];
let roles: ReadonlyMap<string, Role> | undefined;

/** What a token is called with says who is meant, whatever the contract then does with it. */
export function partiesIn(calls: readonly EncodedCall[]): Parties {
  roles ??= new Map(
    functions.flatMap((each) => each.names.map((name) => [selectorOf(name), each])),
  );
  const found = {
    contracts: new Set<string>(),
    recipients: new Set<string>(),
    spenders: new Set<string>(),
    tokens: new Set<string>(),
  };
  for (const { to, selector, calldata } of calls) {
    found.contracts.add(toAddress(to));
    const role = roles.get(selector);
    const party = role && calldata[role.at];
    if (!role || party === undefined || BigInt(party) >= ADDRESS_BOUND) continue;
    found.tokens.add(toAddress(to));
    found[role.role].add(toAddress(party));
  }
  return found;
}
