import { tokens } from '../chain/tokens';
import { order, session } from '../scenarios/messages';
import { type Battery, type Case, type Facts, signsExactly } from './battery';
import { typed } from './messages';

/** Nobody's addresses. */
const spender = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const most = { low: `0x${'f'.repeat(32)}`, high: `0x${'f'.repeat(32)}` };
const five = { low: '0x5', high: '0x0' };
const hour = 3_600;

type Shape = {
  readonly revision: 0 | 1;
  readonly types: { readonly [name: string]: string };
  readonly message: (soon: number) => object;
};

const shaped = (id: string, title: string, look: string, shape: Shape): Case =>
  signsExactly(
    [id, title],
    ({ chainId, nowSeconds }: Facts) => [
      typed({ ...shape, chainId, message: shape.message(nowSeconds + hour) }),
    ],
    { look },
  );

const warnsOfSpender = 'The dialog warns that somebody else could spend.';
const warnsOfAll = 'The dialog warns that somebody else could spend without a limit.';
const warnsOfKey = 'The dialog warns that a key of the site could act for the account.';
const warnsOfCalls = 'The dialog warns that the message contains calls.';

const permits: readonly Case[] = [
  shaped('permit', 'A permit', warnsOfSpender, {
    revision: 1,
    types: {
      Permit: 'owner: ContractAddress, spender: ContractAddress, value: u256, deadline: u128',
    },
    message: (deadline) => ({ owner: contract, spender, value: five, deadline }),
  }),
  shaped('permit-unlimited', 'A permit without a limit', warnsOfAll, {
    revision: 1,
    types: { Permit: 'spender: ContractAddress, value: u256, deadline: u128' },
    message: (deadline) => ({ spender, value: most, deadline }),
  }),
  shaped('permit-felts', 'A permit of revision 0, in felts', warnsOfSpender, {
    revision: 0,
    types: { Permit: 'owner: felt, spender: felt, value: felt, nonce: felt, deadline: felt' },
    message: (deadline) => ({ owner: contract, spender, value: 5, nonce: 0, deadline }),
  }),
  shaped('permit-nested', 'A permit whose amount lies in a struct', warnsOfSpender, {
    revision: 1,
    types: {
      PermitSingle: 'details: PermitDetails, spender: ContractAddress, sigDeadline: u128',
      PermitDetails: 'token: ContractAddress, amount: u128, expiration: u128, nonce: u128',
    },
    message: (sigDeadline) => ({
      details: { token: tokens.STRK, amount: 5, expiration: sigDeadline, nonce: 0 },
      spender,
      sigDeadline,
    }),
  }),
  shaped('permit-batch', 'A permit of several tokens, one of them without a limit', warnsOfAll, {
    revision: 1,
    types: {
      PermitBatch: 'details: PermitDetails*, spender: ContractAddress',
      PermitDetails: 'token: ContractAddress, amount: u256',
    },
    message: () => ({
      details: [
        { token: tokens.STRK, amount: five },
        { token: tokens.ETH, amount: most },
      ],
      spender,
    }),
  }),
  shaped('permit-words', 'A permit in words of its own', warnsOfSpender, {
    revision: 0,
    types: { Allow: 'operator: felt, max_amount: felt' },
    message: () => ({ operator: spender, max_amount: 900 }),
  }),
  shaped('permit-variant', 'A permit in a variant', warnsOfSpender, {
    revision: 1,
    types: {
      Action: 'do: enum: What, spender: ContractAddress',
      What: 'Nothing: (), Allow: (TokenAmount)',
    },
    message: () => ({ do: { Allow: [{ token_address: tokens.STRK, amount: five }] }, spender }),
  }),
];

const sessions: readonly Case[] = [
  signsExactly(
    ['session', 'A session key for one method'],
    ({ chainId, nowSeconds }) => [session(chainId, nowSeconds + 24 * hour)],
    { look: 'The dialog names key, method and end of the session.' },
  ),
  signsExactly(
    ['session-forever', 'A session key that never expires'],
    ({ chainId }) => [session(chainId, 0xffff_ffff)],
    { look: 'The dialog says how long that is.' },
  ),
  shaped('session-policies', 'A session by targets and methods', warnsOfKey, {
    revision: 1,
    types: {
      AuthorizeSession: 'signer: felt, valid_until: timestamp, policies: Policy*',
      Policy: 'target: ContractAddress, method: selector',
    },
    message: (valid_until) => ({
      signer: '0x77',
      valid_until,
      policies: [{ target: contract, method: 'move' }],
    }),
  }),
  shaped('session-root', 'A session of which only a root is signed', warnsOfKey, {
    revision: 1,
    types: { Session: 'public_key: felt, expiry: timestamp, policies_root: felt' },
    message: (expiry) => ({ public_key: '0x77', expiry, policies_root: '0x99' }),
  }),
];

const others: readonly Case[] = [
  shaped('calls', 'Calls under other names', warnsOfCalls, {
    revision: 0,
    types: { Batch: 'steps: Step*', Step: 'to: felt, entry_point: felt, params: felt*' },
    message: () => ({
      steps: [{ to: tokens.STRK, entry_point: 'transfer', params: [spender, 5, 0] }],
    }),
  }),
  signsExactly(
    ['order-nothing', 'An order that sells for nothing'],
    ({ account, chainId, nowSeconds }) => [
      order(account, chainId, nowSeconds + hour, { sells: 10n ** 18n, buys: 0n }),
    ],
    { look: 'The dialog warns that nothing comes back.' },
  ),
  shaped(
    'secret',
    'A message from which a key is made',
    'The dialog says what the signature is worth.',
    {
      revision: 1,
      types: { Message: 'text: string' },
      message: () => ({ text: 'Sign this message to generate your private keys for the pool.' }),
    },
  ),
];

export const permitsBattery: Battery = {
  id: 'permits',
  title: 'Permits and sessions',
  lead: 'Messages that give power away, as sites and attackers spell them. Each signature is checked by the account against the very message; the warnings are for your eyes.',
  cases: [...permits, ...sessions, ...others],
};
