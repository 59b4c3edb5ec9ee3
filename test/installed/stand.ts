import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBlock } from '../../scripts/start/localChain';
import { transferCall } from '../chain/transferCall';
import { shortMessage } from '../messages/shortMessage';
import { readNonce, readStrk, STRK } from '../node/account';
import { createUser } from '../sequences/user';
import { addresses, COMPANION, openStage, openWorld, type Reply, sites } from '../sequences/world';

export const [address = ''] = addresses;
export const SITE = sites[1] ?? '';
const LONGEST_MS = 30_000;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; !(await isSo()); await pause(20))
    if (Date.now() > end) throw new Error(`It never came: ${what}.`);
}

export type Listed = { txnHash: string; status: string };
export type Stand = Awaited<ReturnType<typeof openStand>>;

/** A wallet with the module and a deployed account, its user, and records of their calls. */
export async function openStand() {
  const stage = await openStage();
  const { chain, proxy, folder } = stage;
  /** How often the module requested its keys. */
  let keys = 0;
  const world = await openWorld(stage, (method) => {
    if (method === 'snap_getBip32Entropy') keys += 1;
  });
  const user = createUser(world, () => {}, { isThorough: false });

  const execute = (recipient: string, site = COMPANION): Promise<Reply> =>
    world.ask(site, 'xnet_executeTxn', { address, calls: transferCall(STRK, recipient, 1n) });
  const received = async (recipient: string) => Number(await readStrk(chain.url, recipient));
  const listed = async (onlyFromState: boolean) => {
    const params = { senderAddress: address, onlyFromState, pageSize: 50 };
    const { result } = await world.ask(COMPANION, 'xnet_getTransactions', params);
    return ((result ?? []) as Listed[]).map(({ txnHash, status }) => ({ txnHash, status }));
  };
  const sign = (text: string): Promise<Reply> =>
    world.ask(SITE, 'xnet_signMessage', {
      signerAddress: address,
      typedDataMessage: shortMessage({ text }),
    });
  const connect = async () => {
    for (const site of sites) await world.connect(site);
    await world.ask(SITE, 'xnet_listAccounts', {});
  };

  await connect();
  await world.ask(COMPANION, 'xnet_createAccount', { addressIndex: 0, deploy: true });
  await world.ask(SITE, 'xnet_listAccounts', {});
  await createBlock(chain.url);
  await world.tick();

  return {
    world,
    user,
    connect,
    execute,
    received,
    release: join(folder, 'module'),
    dialogs: () => world.approvals().filter(({ type }) => type.startsWith('snap_dialog')),
    journal: () => listed(true),
    history: () => listed(false),
    nonce: async () => Number(await readNonce(chain.url, address)),
    sign,
    /** Opens the dialog of a request and leaves it unanswered. */
    async leaveOpen(ask: () => Promise<Reply>) {
      user.expect([{ do: 'leave', by: 0 }]);
      const reply = ask();
      await until('a dialog', user.isLeftOpen);
      return { reply };
    },
    agree: () => user.answerLeft({ do: 'agree', by: 0 }),
    /** Approves the dialog that stayed open when the module ended, which closes it. */
    async answerTooLate() {
      user.answerLeft({ do: 'agree', by: 0 });
      await until(
        'the press of its button',
        () => [...user.seen.values()].at(-1)?.isAgreed === true,
      );
      await pause(200);
      for (const { id } of world.approvals()) await world.wallet.decide(id, { approve: false });
    },
    /** Sends a transaction that reaches the node, whose response is lost. */
    async leaveSending(recipient: string) {
      proxy.setFault('unanswered');
      const reply = execute(recipient);
      await until('the transaction', async () => (await received(recipient)) > 0);
      return { reply };
    },
    /** Waits until the module requests a key again, which a locked wallet does not provide. */
    keyIsWanted() {
      const before = keys;
      return until('a wish for the key', () => keys > before);
    },
    /** Creates a block and lets the module's tracker run. */
    async settle() {
      proxy.setFault(undefined);
      await createBlock(chain.url);
      await world.tick();
    },
    async stop() {
      user.stop();
      await world.close();
      await stage.stop();
    },
  };
}
