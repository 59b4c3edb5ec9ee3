import { sameFelt } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { starknetKeccak } from '../../starknet/selector';
import { domainName, type TypedData } from '../../starknet/typedData/parse';

/**
 * Kinds of messages of known types: a vote moves nothing, a permit says by its places who may take
 * what, a delegation passes on votes of a token.
 */
export type KnownKind = 'vote' | 'permit' | 'delegation' | 'session';
type Row = {
  readonly kind: KnownKind;
  /** As the contract hashes it. */
  readonly type: string;
  /** The domain's name as the contract hashes it; null if each contract has its own. */
  readonly domain: string | null;
};

const voteStrategies = 'IndexedStrategy(index:felt252,params:felt*)u256(low:felt252,high:felt252)';
const strategy = 'Strategy(address:felt252,params:felt*)';
const ballot =
  '"verifying_contract":"ContractAddress","nonce":"felt","proposal_id":"felt","support":"u128","voter":"ContractAddress"';

/** Each with the place where its contract hashes it. A wrong row is worse than none. */
export const knownTypes: readonly Row[] = [
  // snapshot-labs/sx-starknet, starknet/src/utils/constants.cairo; the name from its deployments.
  {
    kind: 'vote',
    type: `Vote(space:ContractAddress,voter:ContractAddress,proposalId:u256,choice:felt252,userVotingStrategies:IndexedStrategy*,metadataUri:felt*)${voteStrategies}`,
    domain: 'sx-starknet',
  },
  {
    kind: 'vote',
    type: `UpdateProposal(space:ContractAddress,author:ContractAddress,proposalId:u256,executionStrategy:Strategy,metadataUri:felt*,salt:felt252)${strategy}u256(low:felt252,high:felt252)`,
    domain: 'sx-starknet',
  },
  // OpenZeppelin/cairo-contracts, packages/governance/src/governor/vote.cairo.
  { kind: 'vote', type: `"Vote"(${ballot})`, domain: null },
  {
    kind: 'vote',
    type: `"VoteWithReasonAndParams"(${ballot},"reason_hash":"felt","params":"felt*")`,
    domain: null,
  },
  // OpenZeppelin/cairo-contracts, packages/token/src/erc20: snip12_utils/permit.cairo, votes.cairo.
  {
    kind: 'permit',
    type: '"Permit"("token":"ContractAddress","spender":"ContractAddress","amount":"u256","nonce":"felt","deadline":"u128")"u256"("low":"u128","high":"u128")',
    domain: null,
  },
  {
    kind: 'delegation',
    type: '"Delegation"("delegatee":"ContractAddress","nonce":"felt","expiry":"u128")',
    domain: null,
  },
  // argentlabs/argent-contracts-starknet, src/session/session_hash.cairo.
  {
    kind: 'session',
    type: '"Session"("Expires At":"timestamp","Allowed Methods":"merkletree","Metadata":"string","Session Key":"felt")',
    domain: 'SessionAccount.session',
  },
];

/** The kind of a message whose whole type and domain are known. */
export const findKnownKind = (typedData: TypedData): KnownKind | undefined =>
  knownTypes.find(
    ({ type, domain }) =>
      sameFelt(typedData.message.typeHash, toHex(starknetKeccak(type))) &&
      (domain === null || domain === domainName(typedData)),
  )?.kind;
