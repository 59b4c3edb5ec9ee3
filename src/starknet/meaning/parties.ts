import { ADDRESS_BOUND } from '../../schema/primitives';
import { toAddress } from '../felt';
import { getSelector } from '../selector';
import type { EncodedCall } from '../transactions/calls';

/** Parties of calls, as far as selectors show them without an ABI; in 64 digits. */
export type Parties = {
  readonly contracts: ReadonlySet<string>;
  readonly recipients: ReadonlySet<string>;
  readonly spenders: ReadonlySet<string>;
  /** Contracts called with functions of tokens. */
  readonly tokens: ReadonlySet<string>;
  /** Those of them that are called with an allowance. */
  readonly allowed: ReadonlySet<string>;
};

type Role = { readonly role: 'recipients' | 'spenders'; readonly position: number };

/** Position of the other party in the calldata of token functions. */
const functions: readonly (Role & { readonly names: readonly string[] })[] = [
  { role: 'recipients', position: 0, names: ['transfer'] },
  {
    role: 'recipients',
    position: 1,
    names: ['transferFrom', 'transfer_from', 'safeTransferFrom', 'safe_transfer_from'],
  },
  {
    role: 'spenders',
    position: 0,
    names: [
      'approve',
      'increaseAllowance',
      'increase_allowance',
      'setApprovalForAll',
      'set_approval_for_all',
    ],
  },
  { role: 'spenders', position: 1, names: ['permit'] },
];
let roles: ReadonlyMap<string, Role> | undefined;

/** Reads the parties from the calldata, regardless of what the contract does with them. */
export function findParties(calls: readonly EncodedCall[]): Parties {
  roles ??= new Map(
    functions.flatMap((entry) => entry.names.map((name) => [getSelector(name), entry])),
  );
  const parties = {
    contracts: new Set<string>(),
    recipients: new Set<string>(),
    spenders: new Set<string>(),
    tokens: new Set<string>(),
    allowed: new Set<string>(),
  };
  for (const { to, selector, calldata } of calls) {
    parties.contracts.add(toAddress(to));
    const role = roles.get(selector);
    const party = role && calldata[role.position];
    if (!role || party === undefined || BigInt(party) >= ADDRESS_BOUND) continue;
    parties.tokens.add(toAddress(to));
    if (role.role === 'spenders') parties.allowed.add(toAddress(to));
    parties[role.role].add(toAddress(party));
  }
  return parties;
}
