import { expect, it } from '@jest/globals';
import { openModule } from '../../../test/wallet/openModule';
import { openPage } from '../../../test/wallet/openPage';
import { chainIds } from '../../schema/primitives';
import { namedNetwork } from './namedNetwork';

const { mainnet, sepolia } = chainIds;
const here = 'http://127.0.0.1:5050/';
const elsewhere = 'https://node.example/';
const local = { say: 'review.localChain' };

it('calls a chain on this machine the local chain, until the user reads another node', async () => {
  const { module } = openModule({ sepoliaUrl: here });
  expect(await namedNetwork(module, sepolia)).toEqual({ name: local, chainId: sepolia });
  await module.settings.nodes.choose(sepolia, [{ url: elsewhere }]);
  expect(await namedNetwork(module, sepolia)).toMatchObject({ name: 'Testnet (Sepolia)' });
  await module.settings.nodes.choose(sepolia, []);
  expect(await namedNetwork(module, sepolia)).toMatchObject({ name: local });
});

it('calls public networks by their names, and Mainnet by its own wherever it is read', async () => {
  const { module } = openModule({ sepoliaUrl: elsewhere, mainnetUrl: here });
  expect(await namedNetwork(module, sepolia)).toMatchObject({ name: 'Testnet (Sepolia)' });
  expect(await namedNetwork(module, mainnet)).toMatchObject({ name: 'Mainnet' });
});

it('shows no other name of it in dialogs and on the page, and tells sites the chain id’s', async () => {
  const { page, dialogs, invoke } = openPage({ sepoliaUrl: here });
  await invoke('xnet_createAccount', {});
  await invoke('xnet_switchNetwork', { chainId: mainnet });
  const shown = JSON.stringify([dialogs, await page()]);
  expect(shown).toContain('Local chain');
  expect(shown).toContain('Local chain → Mainnet');
  expect(shown).not.toContain('Testnet (Sepolia)');
  await invoke('xnet_switchNetwork', { chainId: sepolia });
  expect(await invoke('xnet_getCurrentNetwork')).toEqual({
    name: 'Testnet (Sepolia)',
    chainId: sepolia,
  });
});
