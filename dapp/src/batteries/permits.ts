import { tokens } from '../chain/tokens';
import { order, session } from '../scenarios/messages';
import { say, type TextRef } from '../texts';
import { type Battery, type Case, type Facts, signsExactly } from './battery';
import { typed } from './messages';

/** Nobody's addresses. */
const spender = `0x4${'8'.repeat(62)}`;
const contract = `0x2${'9'.repeat(62)}`;
const key = `0x3${'7'.repeat(62)}`;
const root = `0x5${'9'.repeat(62)}`;
const maxU256 = { low: `0x${'f'.repeat(32)}`, high: `0x${'f'.repeat(32)}` };
const five = { low: '0x5', high: '0x0' };
const hour = 3_600;

type Shape = {
  readonly revision: 0 | 1;
  readonly types: { readonly [name: string]: string };
  readonly message: (soon: number) => object;
};

const shaped = (id: string, title: TextRef, look: TextRef, shape: Shape): Case =>
  signsExactly(
    [id, title],
    ({ chainId, nowSeconds }: Facts) => [
      typed({ ...shape, chainId, message: shape.message(nowSeconds + hour) }),
    ],
    { look },
  );

const saysOrder = say('batteries.permits.saysOrder');
const saysUnknown = say('batteries.permits.saysUnknown');
const warnsOfAll = say('batteries.permits.warnsOfAll');
const warnsOfKey = say('batteries.permits.warnsOfKey');
const warnsOfCalls = say('batteries.permits.warnsOfCalls');

const permits: readonly Case[] = [
  shaped('permit', say('batteries.permits.permit'), saysOrder, {
    revision: 1,
    types: {
      Permit: 'owner: ContractAddress, spender: ContractAddress, value: u256, deadline: u128',
    },
    message: (deadline) => ({ owner: contract, spender, value: five, deadline }),
  }),
  shaped('permit-unlimited', say('batteries.permits.permitUnlimited'), warnsOfAll, {
    revision: 1,
    types: { Permit: 'spender: ContractAddress, value: u256, deadline: u128' },
    message: (deadline) => ({ spender, value: maxU256, deadline }),
  }),
  shaped('permit-felts', say('batteries.permits.permitFelts'), saysOrder, {
    revision: 0,
    types: { Permit: 'owner: felt, spender: felt, value: felt, nonce: felt, deadline: felt' },
    message: (deadline) => ({ owner: contract, spender, value: 5, nonce: 0, deadline }),
  }),
  shaped('permit-nested', say('batteries.permits.permitNested'), saysOrder, {
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
  shaped('permit-batch', say('batteries.permits.permitBatch'), warnsOfAll, {
    revision: 1,
    types: {
      PermitBatch: 'details: PermitDetails*, spender: ContractAddress',
      PermitDetails: 'token: ContractAddress, amount: u256',
    },
    message: () => ({
      details: [
        { token: tokens.STRK, amount: five },
        { token: tokens.ETH, amount: maxU256 },
      ],
      spender,
    }),
  }),
  shaped('permit-words', say('batteries.permits.permitWords'), saysUnknown, {
    revision: 0,
    types: { Allow: 'operator: felt, max_amount: felt' },
    message: () => ({ operator: spender, max_amount: 900 }),
  }),
  shaped('permit-variant', say('batteries.permits.permitVariant'), saysOrder, {
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
    ['session', say('batteries.permits.session')],
    ({ chainId, nowSeconds }) => [session(chainId, nowSeconds + 24 * hour)],
    { look: say('batteries.permits.session.look') },
  ),
  signsExactly(
    ['session-forever', say('batteries.permits.sessionForever')],
    ({ chainId }) => [session(chainId, 0xffff_ffff)],
    { look: say('batteries.permits.sessionForever.look') },
  ),
  shaped('session-policies', say('batteries.permits.sessionPolicies'), warnsOfKey, {
    revision: 1,
    types: {
      AuthorizeSession: 'signer: felt, valid_until: timestamp, policies: Policy*',
      Policy: 'target: ContractAddress, method: selector',
    },
    message: (valid_until) => ({
      signer: key,
      valid_until,
      policies: [{ target: contract, method: 'move' }],
    }),
  }),
  shaped('session-root', say('batteries.permits.sessionRoot'), saysUnknown, {
    revision: 1,
    types: { Session: 'public_key: felt, expiry: timestamp, policies_root: felt' },
    message: (expiry) => ({ public_key: key, expiry, policies_root: root }),
  }),
];

const otherCases: readonly Case[] = [
  shaped('calls', say('batteries.permits.calls'), warnsOfCalls, {
    revision: 0,
    types: { Batch: 'steps: Step*', Step: 'to: felt, entry_point: felt, params: felt*' },
    message: () => ({
      steps: [{ to: tokens.STRK, entry_point: 'transfer', params: [spender, 5, 0] }],
    }),
  }),
  signsExactly(
    ['order-nothing', say('batteries.permits.orderNothing')],
    ({ account, chainId, nowSeconds }) => [
      order(account, chainId, nowSeconds + hour, { sells: 10n ** 18n, buys: 0n }),
    ],
    { look: say('batteries.permits.orderNothing.look') },
  ),
  shaped('secret', say('batteries.permits.secret'), say('batteries.permits.secret.look'), {
    revision: 1,
    types: { Message: 'text: string' },
    message: () => ({ text: 'Sign this message to generate your private keys for the pool.' }),
  }),
];

export const permitsBattery: Battery = {
  id: 'permits',
  title: say('batteries.permits'),
  lead: say('batteries.permits.lead'),
  cases: [...permits, ...sessions, ...otherCases],
};
