import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fund, type LocalChain } from '../../scripts/start/localChain';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startChain } from '../chain/chain';
import { type FaultServer, startFaultServer } from '../chain/faultServer';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readTransaction, STRK, transfer } from './account';
import { patientUser } from './patientUser';
import { grouped, shownAs } from './readDialog';
import { computeHash, isSigned, listCalls } from './signedTransaction';

const SN_MAIN = '0x534e5f4d41494e' as const;
const SN_SEPOLIA = '0x534e5f5345504f4c4941' as const;

let sepolia: LocalChain;
let mainnet: LocalChain;
let silent: FaultServer;
beforeAll(async () => {
  [sepolia, mainnet, silent] = await Promise.all([
    startChain({ blocks: 'demand' }),
    startChain({ blocks: 'demand', chainId: 'MAINNET' }),
    startFaultServer(),
  ]);
  silent.always({ kind: 'hang' });
}, 180_000);
afterAll(() => Promise.all([sepolia?.stop(), mainnet?.stop(), silent?.stop()]));

/** Lets everything finish that needs neither network nor user. */
const turnOver = () => new Promise((done) => setImmediate(done));

describe('overlapping requests', () => {
  it('signs what each dialog showed: two sites, networks and accounts, one dialog after the other', async () => {
    const { user, dialog, open } = patientUser();
    const urls = { sepoliaUrl: sepolia.url, mainnetUrl: mainnet.url };
    const ready = await openAccount(sepolia.url, { addressIndex: 0 }, urls);
    const onMainnet = { addressIndex: 1, chainId: SN_MAIN };
    const { address } = await ready.invoke('xnet_createAccount', onMainnet);
    await fund(mainnet.url, address, 10n * ONE);
    await ready.invoke('xnet_createAccount', { ...onMainnet, deploy: true });

    const wanted = [
      {
        origin: 'https://one.example',
        chainId: SN_SEPOLIA,
        address: ready.address,
        calls: transfer(3n * ONE, '0xb1'),
        text: 'Send 3 STRK',
        to: '0xb1',
        network: 'Local chain',
        url: sepolia.url,
        account: 'Account 1',
      },
      {
        origin: 'https://two.example',
        chainId: SN_MAIN,
        address: String(address),
        calls: transfer(4n * ONE, '0xb2'),
        text: 'Send 4 STRK',
        to: '0xb2',
        network: 'Mainnet',
        url: mainnet.url,
        account: 'Account 2',
      },
    ];
    const module = openModule({ ...urls, stored: ready.state, user });
    for (const { origin, chainId, address: shown } of wanted)
      await module.module.grants.add(origin, [{ chainId, address: shown }]);
    const replies = wanted.map(({ origin, chainId, address: sender, calls }) =>
      module.invoke('xnet_executeTxn', { address: sender, calls, chainId }, origin),
    );
    for (const number of [1, 2]) {
      const asked = await dialog(number);
      await turnOver();
      expect(open).toHaveLength(number);
      asked.answer(true);
    }
    await Promise.all(replies);

    for (const [index, each] of wanted.entries()) {
      const { origin, network, url, chainId, account } = each;
      const shown = open.find((asked) => shownAs(asked.shown, 'Asked by') === origin)?.shown;
      if (!shown) throw new Error(`${origin} has no dialog.`);
      const { transaction_hash } = await replies[index];
      const transaction = await readTransaction(url, transaction_hash);
      expect(shownAs(shown, 'Account', '')).toBe(`${account} · ${network}`);
      const address = `Address of the account (index ${index})`;
      expect(shownAs(shown, address)).toBe(grouped(transaction.sender_address ?? ''));
      expect(shown.title).toBe(each.text);
      expect(shownAs(shown, 'To')).toBe(grouped(each.to));
      expect(listCalls(transaction)).toMatchObject([{ calldata: each.calls.calldata }]);
      expect(computeHash(chainId, transaction)).toBe(transaction_hash);
      const publicKey = await module.invoke(
        'xnet_extractPublicKey',
        { userAddress: each.address, chainId },
        origin,
      );
      expect(isSigned(chainId, transaction, publicKey)).toBe(true);
      expect(transaction.sender_address && BigInt(transaction.sender_address)).toBe(
        BigInt(each.address),
      );
    }
  });

  it('takes turns for one account, with consecutive nonces', async () => {
    const ready = await openAccount(sepolia.url, { addressIndex: 2 });
    const { user, dialog, open } = patientUser();
    const module = openModule({ sepoliaUrl: sepolia.url, stored: ready.state, user });
    const { address } = ready;
    for (const amount of [1, 2, 3])
      await module.module.grants.add(`https://${amount}.example`, [
        { chainId: SN_SEPOLIA, address },
      ]);
    const sends = [1n, 2n, 3n].map((amount) =>
      module.invoke(
        'xnet_executeTxn',
        { address, calls: transfer(amount) },
        `https://${amount}.example`,
      ),
    );
    const nonces: string[] = [];
    for (const number of [1, 2, 3]) {
      const asked = await dialog(number);
      await turnOver();
      expect(open).toHaveLength(number);
      nonces.push(shownAs(asked.shown, 'Nonce'));
      asked.answer(true);
    }
    const hashes = await Promise.all(sends);
    expect(nonces).toEqual(['1', '2', '3']);
    const signed = await Promise.all(
      hashes.map(({ transaction_hash }) => readTransaction(sepolia.url, transaction_hash)),
    );
    expect(signed.map(({ nonce }) => nonce)).toEqual(['0x1', '0x2', '0x3']);
  });

  it('continues for one account after a refusal, without a gap', async () => {
    const ready = await openAccount(sepolia.url, { addressIndex: 3 });
    const { user, dialog } = patientUser();
    const module = openModule({ sepoliaUrl: sepolia.url, stored: ready.state, user });
    const send = (amount: bigint) =>
      module.invoke('xnet_executeTxn', { address: ready.address, calls: transfer(amount) });
    const [refused, sent] = [send(1n), send(2n)];
    (await dialog(1)).answer(false);
    await expect(refused).rejects.toMatchObject({ kind: 'userRejected' });
    const second = await dialog(2);
    expect(shownAs(second.shown, 'Nonce')).toBe('1');
    second.answer(true);
    expect((await readTransaction(sepolia.url, (await sent).transaction_hash)).nonce).toBe('0x1');
  });

  it('keeps what the user does with an account while its deployment is reviewed', async () => {
    const ready = await openAccount(sepolia.url, { addressIndex: 9, deployed: false });
    const { user, dialog } = patientUser();
    const [companion, { address }] = ['https://companion.example', ready];
    const { invoke } = openModule({
      sepoliaUrl: sepolia.url,
      stored: ready.state,
      user,
      companions: [companion],
    });
    const sent = invoke('xnet_executeTxn', { address, calls: transfer(1n) });
    const asked = await dialog(1);
    await invoke('xnet_setAccountName', { address, accountName: 'Savings' }, companion);
    asked.answer(true);
    await sent;
    const [account] = await invoke('xnet_recoverAccounts', { startScanIndex: 9 }, companion);
    expect(account).toMatchObject({ address, accountName: 'Savings' });
    expect(account.deployTxnHash).toMatch(/^0x/u);
  });

  it('answers reads while a dialog is open and while a node hangs', async () => {
    const ready = await openAccount(sepolia.url, { addressIndex: 4 });
    const { address } = ready;
    const { user, dialog } = patientUser();
    const module = openModule({
      sepoliaUrl: sepolia.url,
      mainnetUrl: silent.url,
      stored: ready.state,
      user,
    });
    const answered: string[] = [];
    const note = <T>(name: string, reply: Promise<T>) => {
      void reply.then(
        () => answered.push(name),
        () => answered.push(`${name} failed`),
      );
      return reply;
    };
    const sending = note(
      'executeTxn',
      module.invoke('xnet_executeTxn', { address, calls: transfer(1n) }),
    );
    const hanging = note(
      'balance on Mainnet',
      module.invoke('xnet_getErc20TokenBalance', {
        tokenAddress: knownTokens.ETH.address,
        userAddress: address,
        chainId: SN_MAIN,
      }),
    ).catch(() => undefined);
    const asked = await dialog(1);
    await silent.received(1);

    await note('network', module.invoke('xnet_getCurrentNetwork'));
    await note('key', module.invoke('xnet_extractPublicKey', { userAddress: address }));
    await note(
      'records',
      module.invoke('xnet_getTransactions', { senderAddress: address, onlyFromState: true }),
    );
    await note(
      'balance',
      module.invoke('xnet_getErc20TokenBalance', { tokenAddress: STRK, userAddress: address }),
    );
    await note(
      'estimate',
      module.invoke('xnet_estimateFee', { address, invocations: transfer(1n) }),
    );
    asked.answer(true);
    await sending;
    expect(answered).toEqual(['network', 'key', 'records', 'balance', 'estimate', 'executeTxn']);

    await silent.stop();
    await hanging;
    expect(answered.at(-1)).toBe('balance on Mainnet failed');
  });
});
