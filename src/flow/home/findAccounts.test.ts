import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import vectors from '../../../test/vectors/accounts.json';
import { openPage } from '../../../test/wallet/openPage';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { sepolia } from '../../networks/sepolia';
import { chainIds, sameFelt } from '../../schema/primitives';
import { accountAddress, accountClasses, accountKinds } from '../../starknet/accounts/classes';
import { getSelector } from '../../starknet/selector';
import { mainParts } from '../../ui/home/main';

const chainId = chainIds.sepolia;
const SITE = 'https://site.example';
const funded = vectors.accounts[1]?.argent040 ?? '';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: { request: { calldata: string[] } }) => ({
    result: [sameFelt(request.calldata[0] ?? '0x0', funded) ? '0x7' : '0x0', '0x0'],
  });
});
afterEach(() => node.stop());

describe('the button that looks for accounts', () => {
  // @promise T34.3
  it('keeps what is there at the first twenty indexes, for the user alone', async () => {
    const { press, now, module, dialogs } = openPage({ sepoliaUrl: node.url });
    expect(await now()).toContain('I had accounts before');
    node.calls.length = 0;
    await press(mainParts.find);
    const looked = node.calls.filter((method) => method === 'starknet_getClassHashAt');
    expect(looked).toHaveLength(20 * accountKinds.length);
    const accounts = await module.accounts.list(chainId);
    expect(accounts).toMatchObject([{ address: funded, addressIndex: 1, name: 'Account 2' }]);
    expect(await now()).toContain('Accounts found: 1');
    expect(await now()).toContain(sayEnglish('home.foundText'));
    expect(await now()).toContain('Ready, OKX, Cartridge and Ledger have other keys');
    expect(await now()).toContain(funded);
    expect(await module.grants.all()).toEqual({});
    expect(dialogs).toEqual([]);
  }, 60_000);

  // @promise T34.3
  it('finds an older account that has a listed token alone, and says that it needs STRK', async () => {
    const older = vectors.accounts[2]?.argent024Proxy ?? '';
    const usdc = sepolia.tokens.USDC.address;
    type Asked = { request: { contract_address: string; calldata: string[] } };
    node.says.instead.starknet_call = ({ request: { contract_address, calldata } }: Asked) =>
      sameFelt(contract_address, usdc)
        ? { result: [sameFelt(calldata[0] ?? '0x0', older) ? '0x4c4b40' : '0x0', '0x0'] }
        : { result: ['0x0', '0x0'] };
    const { press, now, module } = openPage({ sepoliaUrl: node.url });
    await press(mainParts.find);
    expect(await module.accounts.list(chainId)).toMatchObject([
      { address: older, accountClass: 'argent024', deployment: 'unknown' },
    ]);
    const page = await now();
    expect(page).toMatch(/The first transaction costs a fee.*"USDC".*"5"/su);
  }, 60_000);

  it('lists accounts of other wallets with the reason if they do not work', async () => {
    const publicKey = vectors.accounts[0]?.publicKey ?? '';
    const braavos = accountAddress('braavos110', publicKey);
    const unopened = accountAddress('braavos100', publicKey);
    const guarded = accountAddress('argent031', publicKey);
    const guardian = getSelector('get_guardian');
    const signers = getSelector('get_signers');
    type Asked = {
      request: { contract_address: string; entry_point_selector: string; calldata: string[] };
    };
    node.says.instead.starknet_getClassHashAt = (params: { contract_address: string }) => {
      if (sameFelt(params.contract_address, braavos)) return { result: '0x5' };
      if (sameFelt(params.contract_address, guarded))
        return { result: accountClasses.argent031.classHash };
      return { error: { code: 20, message: 'Contract not found' } };
    };
    node.says.instead.starknet_call = ({ request }: Asked) => {
      const { contract_address, entry_point_selector, calldata } = request;
      if (calldata.length > 0)
        return { result: [sameFelt(calldata[0] ?? '0x0', unopened) ? '0x7' : '0x0', '0x0'] };
      if (sameFelt(entry_point_selector, signers) && sameFelt(contract_address, braavos))
        return { result: ['0x1', publicKey, '0x0', '0x0'] };
      if (sameFelt(entry_point_selector, guardian)) return { result: ['0x9'] };
      return { error: { code: 21, message: 'Requested entrypoint does not exist' } };
    };
    const { press, now, module, invoke, dialogs } = openPage({ sepoliaUrl: node.url });
    await press(mainParts.find);
    const found = new Map(
      (await module.accounts.list(chainId)).map((one) => [one.address, one.obstacle]),
    );
    expect(found).toEqual(
      new Map([
        [guarded, 'guardian'],
        [braavos, undefined],
        [unopened, 'unopened'],
      ]),
    );
    const page = await now();
    expect(page).toContain('A guardian must sign, too');
    expect(page).toContain('Open it once in the wallet that made it');

    const [shared] = await invoke('xnet_listAccounts', {}, SITE);
    expect(shared).toMatchObject({ address: braavos, accountClass: 'braavos' });
    expect(JSON.stringify(dialogs[0])).not.toContain(guarded);
    await module.grants.add(SITE, [{ chainId, address: guarded }]);
    const calls = [{ contractAddress: '0x7', entrypoint: 'poke', calldata: [] }];
    const refused = invoke('xnet_executeTxn', { address: guarded, calls }, SITE);
    await expect(refused).rejects.toMatchObject({ kind: 'needsOtherSigner' });
  }, 60_000);

  it('reports a node that does not answer, and keeps nothing', async () => {
    const { press, now, module } = openPage({ sepoliaUrl: 'http://127.0.0.1:9' });
    await press(mainParts.find);
    expect(await now()).toContain('No node of this network could be reached.');
    expect(await module.accounts.list(chainId)).toEqual([]);
  }, 60_000);
});
