import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askChain, fund } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { toHex } from '../../src/starknet/felt';
import { accountParts } from '../../src/ui/home/accounts';
import { mainParts } from '../../src/ui/home/main';
import { aboutEverything, sendParts } from '../../src/ui/home/send';
import { getLinkName, getSubmitName } from '../../src/ui/home/view';
import { startOtherWallets } from '../chain/otherWallets';
import vectors from '../vectors/accounts.json';
import { openPage } from '../wallet/openPage';
import { sayEnglish } from '../wallet/sayEnglish';
import { ONE, readNonce } from './account';
import { getText } from './readDialog';

const chainId = chainIds.sepolia;
const keyAt = (addressIndex: number) => vectors.accounts[addressIndex]?.publicKey ?? '';

let other: Awaited<ReturnType<typeof startOtherWallets>>;
beforeAll(async () => {
  other = await startOtherWallets([
    { kind: 'argent031', publicKey: keyAt(1) },
    { kind: 'braavos110', publicKey: keyAt(2) },
  ]);
}, 120_000);
afterAll(() => other?.stop());

describe('the page alone, on a node, with accounts that other wallets made', () => {
  it('finds them, and moves the money of a Braavos account to an own one', async () => {
    const [argent = '', braavos = ''] = other.addresses;
    for (const address of other.addresses) await fund(other.chain.url, address, 10n * ONE);
    const { press, now, module, dialogs } = openPage({ sepoliaUrl: other.url });
    await press(mainParts.find);
    const found = await module.accounts.list(chainId);
    expect(found).toMatchObject([
      { address: argent, addressClass: 'argent031', deployment: 'deployed' },
      { address: braavos, addressClass: 'braavos110', deployment: 'deployed' },
    ]);
    expect(found.map(({ obstacle }) => obstacle)).toEqual([undefined, undefined]);
    await press(getLinkName('account', argent));
    expect(await now()).toContain('Upgrade to Argent 0.4.0');

    await press(mainParts.create);
    const own = (await module.accounts.list(chainId)).find(
      ({ addressClass }) => addressClass === 'argent040',
    );
    const address = own?.address ?? '';
    expect(await now()).toContain(address);
    await press(getLinkName('account', braavos));
    const button = getLinkName('send', aboutEverything(braavos));
    expect(await now()).toContain(button);
    expect(await now()).not.toContain(accountParts.upgrade);
    dialogs.length = 0;
    await press(button);
    await press(`${sendParts.pick}${address}`);
    await press(getSubmitName(sendParts.form));
    expect(dialogs).toHaveLength(1);
    expect(await readNonce(other.chain.url, braavos)).toBe(2n);
    expect(await now()).toContain(sayEnglish('home.accepted'));
  }, 120_000);

  it('upgrades an Argent account of 0.3.1, and says the class that the chain then has', async () => {
    const [argent = ''] = other.addresses;
    await fund(other.chain.url, argent, 10n * ONE);
    const { press, now, module, dialogs } = openPage({ sepoliaUrl: other.url });
    const told = () =>
      askChain(other.chain.url, 'starknet_getClassHashAt', {
        block_id: 'latest',
        contract_address: argent,
      });
    expect(await told()).toBe(toHex(BigInt(accountClasses.argent031.classHash)));
    await press(mainParts.find);
    dialogs.length = 0;
    await press(getLinkName('account', argent));
    expect(await now()).toContain('Argent 0.3.1, index 1');
    await press(`${accountParts.upgrade}${argent}`);
    expect(dialogs).toHaveLength(1);
    expect(getText(dialogs[0])).toContain('Argent 0.4.0');
    expect(await now()).toContain(sayEnglish('home.accepted'));
    expect(await told()).toBe(toHex(BigInt(accountClasses.argent040.classHash)));
    expect(await module.accounts.get(chainId, argent)).toMatchObject({ accountClass: 'argent040' });
    await press(getLinkName('account', argent));
    expect(await now()).not.toContain(accountParts.upgrade);
  }, 120_000);
});
