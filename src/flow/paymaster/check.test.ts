import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outsideMessage3 } from '../../../test/messages/outsideExecution';
import { NOW, openSponsor, PAYMASTER_KEY } from '../../../test/review/openSponsor';
import {
  type BuiltAnswer,
  callsOfVersion2,
  type PaymasterServer,
  payment,
  startPaymasterServer,
  suggestedMaximum,
} from '../../../test/review/paymasterServer';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { SPONSORED } from './sponsor';

let server: PaymasterServer;
beforeEach(async () => {
  server = await startPaymasterServer({ key: PAYMASTER_KEY });
});
afterEach(() => server.stop());

const ETH = knownTokens.ETH.address;

type Spoil = (
  built: BuiltAnswer,
  calls: { to: string; selector: string; calldata: string[] }[],
) => void;
type Calls = ReturnType<typeof callsOfVersion2>;
const message = (built: BuiltAnswer) =>
  built.typed_data.message as { Calls: Calls } & Record<string, unknown>;
const callAt = (built: BuiltAnswer, index: number) => {
  const call = message(built).Calls.at(index);
  if (!call) throw new Error('There is a call.');
  return call;
};
const lastCall = (built: BuiltAnswer) => callAt(built, -1);
/** Makes it of version 3, which pays to whom it names without a call. */
function payBeside({ typed_data: { types, domain, message: signed } }: BuiltAnswer): void {
  const { types: fees, message: paid } = outsideMessage3({
    'Pay Fee': [
      {
        'Fee Amount': { token_address: ETH, amount: { low: '0x1', high: '0x0' } },
        'Fee Receiver': '0xfee',
      },
    ],
  });
  Object.assign(types, fees);
  Object.assign(domain, { version: '3' });
  Object.assign(signed, { Fee: paid.Fee });
}
const add =
  (...extra: ReturnType<typeof payment>[]): Spoil =>
  (built) =>
    void message(built).Calls.push(...callsOfVersion2(extra));

describe('a paymaster that lies', () => {
  const lies: [string, string, Spoil][] = [
    [
      'another chain',
      'another network',
      (built) => Object.assign(built.typed_data.domain, { chainId: 'SN_MAIN' }),
    ],
    [
      'another name of the domain',
      'no outside execution',
      (built) => Object.assign(built.typed_data.domain, { name: 'Elsewhere' }),
    ],
    [
      'another version of the domain',
      'cannot be read',
      (built) => Object.assign(built.typed_data.domain, { version: '1' }),
    ],
    [
      'a changed amount',
      'calls are not',
      (built) => callAt(built, 0).Calldata.splice(1, 1, '0x11'),
    ],
    [
      'a changed recipient',
      'calls are not',
      (built) => callAt(built, 0).Calldata.splice(0, 1, '0x7'),
    ],
    [
      'a changed high limb',
      'calls are not',
      (built) => callAt(built, 1).Calldata.splice(2, 1, '0x0'),
    ],
    [
      'a changed contract',
      'calls are not',
      (built) => Object.assign(callAt(built, 0), { To: ETH }),
    ],
    [
      'a changed function',
      'calls are not',
      (built) => Object.assign(callAt(built, 0), { Selector: getSelector('approve') }),
    ],
    ['an argument more', 'calls are not', (built) => void callAt(built, 0).Calldata.push('0x0')],
    [
      'the calls in another order',
      'calls are not',
      (built) =>
        void message(built).Calls.splice(0, 2, ...message(built).Calls.slice(0, 2).reverse()),
    ],
    ['a call less', 'calls are not', (built) => void message(built).Calls.shift()],
    ['one call alone', 'calls are not', (built) => void message(built).Calls.splice(1)],
    ['a fee beside the calls', 'version 1 or 2', (built) => payBeside(built)],
    [
      'a call before',
      'calls are not',
      (built) => void message(built).Calls.unshift(...callsOfVersion2([payment(ETH, 1n)])),
    ],
    ['a second payment', 'adds calls', add(payment(ETH, 1n))],
    [
      'a larger fee',
      'more than the maximum',
      (built) => lastCall(built).Calldata.splice(1, 1, `0x${(suggestedMaximum + 1n).toString(16)}`),
    ],
    [
      'a fee in the high limb',
      'more than the maximum',
      (built) => lastCall(built).Calldata.splice(2, 1, '0x1'),
    ],
    [
      'a fee in a limb that is none',
      'no whole transfer',
      (built) => lastCall(built).Calldata.splice(1, 1, `0x${(2n ** 128n).toString(16)}`),
    ],
    [
      'a fee in another token',
      'no transfer of the chosen token',
      (built) => Object.assign(lastCall(built), { To: knownTokens.STRK.address }),
    ],
    [
      'an approval for the fee',
      'no transfer of the chosen token',
      (built) => Object.assign(lastCall(built), { Selector: getSelector('approve') }),
    ],
    [
      'a payment without its high limb',
      'no whole transfer',
      (built) => void lastCall(built).Calldata.pop(),
    ],
    [
      'a payment with more arguments',
      'no whole transfer',
      (built) => void lastCall(built).Calldata.push('0x0'),
    ],
    [
      'calls in both spellings',
      'cannot be read',
      (built) => Object.assign(built.typed_data.message, { calls: message(built).Calls }),
    ],
    [
      'a later end',
      'longer',
      (built) => Object.assign(message(built), { 'Execute Before': NOW / 1000 + 3_601 }),
    ],
    [
      'an end that has passed',
      'could not be carried out now',
      (built) => Object.assign(message(built), { 'Execute Before': NOW / 1000 }),
    ],
    [
      'a later beginning',
      'could not be carried out now',
      (built) => Object.assign(message(built), { 'Execute After': NOW / 1000 }),
    ],
    [
      'a deployment that was not asked for',
      'another kind of transaction',
      (built) => Object.assign(built, { type: 'deploy_and_invoke' }),
    ],
    ['nobody as the caller', 'Nobody', (built) => Object.assign(message(built), { Caller: '0x0' })],
    [
      'another way to pay',
      'another way to pay',
      (built) => Object.assign(built.parameters, { fee_mode: { mode: 'sponsored' } }),
    ],
    [
      'another token to pay in',
      'another way to pay',
      (built) => Object.assign(built.parameters.fee_mode, { gas_token: '0x5' }),
    ],
    [
      'other typed data',
      'cannot be read',
      (built) => {
        built.typed_data.types.OutsideExecution = [{ name: 'Calls', type: 'Call*' }];
        built.typed_data.message = { Calls: message(built).Calls };
      },
    ],
    [
      'typed data with a field of its own',
      'cannot be read',
      (built) => Object.assign(message(built), { More: '0x1' }),
    ],
    ['no typed data', 'cannot be read', (built) => void Object.assign(built, { typed_data: null })],
  ];

  // @promise T14.3
  it.each(lies)('refuses a paymaster’s answer with %s', async (_, reason, spoil) => {
    const { pay } = await openSponsor(server.url);
    await expect(pay(ETH)).resolves.toBeDefined();
    server.lie(spoil);
    await expect(pay(ETH)).rejects.toMatchObject({
      kind: 'paymasterFault',
      message: expect.stringContaining(reason),
    });
  });

  it('refuses a payment when the paymaster was to pay', async () => {
    const { pay } = await openSponsor(server.url);
    server.lie(add(payment(ETH, 1n)));
    await expect(pay(SPONSORED)).rejects.toMatchObject({ kind: 'paymasterFault' });
  });

  it('refuses a gas token when the paymaster was to pay', async () => {
    const { pay } = await openSponsor(server.url);
    server.lie((built) =>
      Object.assign(built.parameters, { fee_mode: { mode: 'default', gas_token: ETH } }),
    );
    await expect(pay(SPONSORED)).rejects.toMatchObject({
      kind: 'paymasterFault',
      message: expect.stringContaining('another way to pay'),
    });
  });

  it('accepts a smaller payment, or none', async () => {
    const { pay } = await openSponsor(server.url);
    server.lie((built) => lastCall(built).Calldata.splice(1, 1, '0x1'));
    expect((await pay(ETH)).payer.fee).toMatchObject({ amount: '1' });
    server.lie((built) => void message(built).Calls.pop());
    expect((await pay(ETH)).payer.fee).toMatchObject({ amount: '0', to: null });
  });

  it('refuses an answer of another shape', async () => {
    const { pay } = await openSponsor(server.url);
    server.lie((built) => Object.assign(built, { type: 'deploy' }));
    await expect(pay(ETH)).rejects.toMatchObject({ kind: 'nodeFault' });
    server.lie((built) => Object.assign(built.fee, { suggested_max_fee_in_gas_token: '-1' }));
    await expect(pay(ETH)).rejects.toMatchObject({ kind: 'nodeFault' });
  });
});
