import { sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { knownContract } from '../../starknet/meaning/knownContracts';
import type { Quantity, Standard } from '../../starknet/meaning/meaning';
import { knownToken } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import type { ContractFacts, Subject } from './subject';

/** An account of this module, if it is one. */
export const ownAccount = ({ account, ownAccounts }: Subject, address: string) =>
  [account, ...ownAccounts].find((own) => sameFelt(own.address, address));

/** Name of a contract of the module's own lists. */
const listedName = ({ context }: Subject, address: string): string | undefined =>
  knownContract(address, context.network.chainId)?.name ?? knownToken(address)?.symbol;

export const isListed = (subject: Subject, address: string): boolean =>
  listedName(subject, address) !== undefined;

/** A contract by its name where it is an own account or listed, else by its whole address. */
export const nameOf = (subject: Subject, address: string): string =>
  ownAccount(subject, address)?.name ??
  listedName(subject, address) ??
  groupHex(toAddress(address));

export const contractFacts = (subject: Subject, address: string): ContractFacts | undefined =>
  subject.contracts[toAddress(address)];

type Transfer = Quantity & {
  readonly standard: Standard;
  readonly from: string;
  readonly to: string;
};

/** Transfers that the calls themselves order; of several pieces at once, no amount. */
export const transfersOf = ({ account, calls }: Subject): Transfer[] =>
  calls.flatMap(({ meaning }): Transfer[] => {
    const me = account.address;
    if (meaning.kind === 'transfer') return [{ ...meaning, from: meaning.from ?? me }];
    if (meaning.kind !== 'act' || meaning.act !== 'sendPieces') return [];
    const { to = me, contract: token } = meaning;
    return [{ standard: 'erc1155', token, amount: '0', from: me, to }];
  });

/** Everyone whom the calls or their outcome name as recipient, spender, operator or contract. */
export const partiesOf = ({ calls, preview }: Subject): string[] => [
  ...calls.flatMap(({ call, meaning }) => [
    call.contractAddress,
    ...('to' in meaning && meaning.to !== undefined ? [meaning.to] : []),
    ...('spender' in meaning ? [meaning.spender] : []),
    ...('operator' in meaning ? [meaning.operator] : []),
  ]),
  ...(preview.state === 'known' ? preview.changes : []).flatMap(({ kind, other }) =>
    kind === 'receive' ? [] : [other],
  ),
];
