import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { type Call, hash, outsideExecution } from 'starknet';
import { askChain, type LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { outsideMessage } from '../messages/outsideExecution';
import { ONE, openAccount, readStrk, STRK, transfer } from './account';
import { grouped, readDialog, shownAs } from './readDialog';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

const now = () => Math.floor(Date.now() / 1000);
const recipient = '0x7e577e57';
const spender = '0x5bed';
let addressIndex = 40;

const ordinary: Call[] = [
  transfer(ONE / 4n, recipient),
  { contractAddress: STRK, entrypoint: 'approve', calldata: [spender, '0x7', '0x0'] },
  // In no list of names: only the ABI describes it.
  { contractAddress: STRK, entrypoint: 'allowance', calldata: ['0x1', '0x2'] },
];

/** One account signs, another executes. */
const open = async (version: '1' | '2', calls: Call[] = ordinary) => {
  const signer = await openAccount(chain.url, { addressIndex: addressIndex++ });
  const carrier = await openAccount(chain.url, { addressIndex: addressIndex++ });
  const window = { after: now() - 3_600, before: now() + 3_600 };
  const caller = carrier.address;
  const typedDataMessage = outsideMessage({ version, calls, caller, ...window });
  const sign = () =>
    signer.invoke('xnet_signMessage', { typedDataMessage, signerAddress: signer.address });
  const carryOut = (signature: string) => {
    const { message } = typedDataMessage;
    const data = outsideExecution.buildExecuteFromOutsideCallData({
      outsideExecution: {
        caller,
        nonce: String(message.Nonce ?? message.nonce),
        execute_after: window.after,
        execute_before: window.before,
        calls: calls.map((call) => outsideExecution.getOutsideCall(call)),
      },
      signature: signature.split(','),
      signerAddress: signer.address,
      version,
    });
    const entrypoint = `execute_from_outside${version === '2' ? '_v2' : ''}`;
    const txnCall = { contractAddress: signer.address, entrypoint, calldata: data };
    return carrier.invoke('xnet_executeTxn', { calls: txnCall, address: carrier.address });
  };
  return { signer, carrier, sign, carryOut };
};

const shownBy = (dialogs: readonly JSXElement[]) => {
  const [dialog] = dialogs;
  if (!dialog) throw new Error('There was no dialog.');
  return readDialog(dialog);
};

/** The spender's allowance in FRI, read without the module. */
const allowanceOf = async (account: string): Promise<bigint> => {
  const [low] = await askChain<[string, string]>(chain.url, 'starknet_call', {
    request: {
      contract_address: STRK,
      entry_point_selector: hash.getSelectorFromName('allowance'),
      calldata: [account, spender],
    },
    block_id: 'pre_confirmed',
  });
  return BigInt(low);
};

describe.each(['1', '2'] as const)('an outside execution of version %s', (version) => {
  it('does, carried out by another account, what its dialog shows', async () => {
    const { signer, carrier, sign, carryOut } = await open(version);
    const holdings = () =>
      Promise.all([readStrk(chain.url, signer.address), readStrk(chain.url, recipient)]);
    const signature = await sign();
    const shown = shownBy(signer.dialogs);
    expect(shown.title).toBe('Let others carry out a transaction');
    const changes = shown.facts.filter(
      ({ section, value }) => section === 'What changes' && !value.startsWith('Previewed by'),
    );
    expect(changes.slice(0, 2).map(({ label, value }) => `${label} ${value}`)).toEqual([
      'You send − 0.25 STRK',
      'You allow ⟲ 0.000000000000000007 STRK',
    ]);
    expect(shown.facts).toContainEqual({
      section: 'What it does',
      label: 'Spender',
      value: grouped(spender),
    });
    const sentences = shown.facts.filter(({ value }) => /^\d\. /u.test(value));
    const said = [
      /^1\. Send 0\.25 STRK$/u,
      /^2\. Allow .*0\.000000000000000007 STRK/u,
      /^3\. Call allowance/u,
    ];
    expect(sentences).toHaveLength(said.length);
    for (const [index, text] of said.entries()) expect(sentences[index]?.value).toMatch(text);
    expect(shownAs(shown, 'Who can: this address only')).toBe(grouped(carrier.address));
    expect(shown.facts.map(({ section }) => section)).not.toContain('Fee');

    const [held, had] = await holdings();
    await carryOut(signature);
    const [holds, has] = await holdings();
    // The signer pays no fee.
    expect([holds - held, has - had]).toEqual([-ONE / 4n, ONE / 4n]);
    expect(await allowanceOf(signer.address)).toBe(7n);
  }, 60_000);

  it('describes calls as unreadable if no ABI names a function', async () => {
    const { signer, sign } = await open(version, [
      transfer(ONE / 4n, recipient),
      { contractAddress: STRK, entrypoint: 'nobody_knows_this', calldata: ['0x1234'] },
    ]);
    await sign();
    const { warnings, facts } = shownBy(signer.dialogs);
    expect(warnings[0]).toMatchObject({
      title: 'Critical risk: Calls that cannot be read',
      severity: 'danger',
    });
    const selector = hash.getSelectorFromName('nobody_knows_this');
    const values = facts.map(({ value }) => value);
    expect(values).toContain(`Cannot be read: ${selector}`);
    expect(values).toContain('0x1234');
    expect(values).toContain('What would change is unknown: One of its calls cannot be read.');
  }, 60_000);
});
