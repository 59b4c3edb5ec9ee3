import type { Locator, Page } from 'playwright-core';
import { fund } from '../../scripts/start/localChain';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { toAddress } from '../../src/starknet/felt';
import { outsideMessage } from '../messages/outsideExecution';
import { sessionMessage } from '../messages/sessionMessage';
import { ONE, STRK } from '../node/account';
import { createPayload, readDeclarables } from '../node/declarable';
import { agree, approving, encodeApproval } from '../stage/approvals';
import { runStep } from '../stage/mainJob';
import { invokeModule, openStage, type Stage } from '../stage/stage';
import vectors from '../vectors/accounts.json';

/** Accounts for the dialogs, all derived from the vectors' phrase. */
export type DialogScene = {
  stage: Stage;
  /** Deployed, with funds. */
  account: string;
  /** Not deployed, with funds. */
  undeployed: string;
  /** Of a class that an upgrade replaces; deployed, with funds. */
  older: string;
};

type DialogCase = {
  method: string;
  params: (scene: DialogScene) => object | Promise<object>;
  /** The request, as the dialog describes it at the top. */
  what: string | RegExp;
  /** True for requests that are to be refused. */
  isRefused?: boolean;
};

const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const shop = '0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405';
/** AVNU's exchange on Sepolia, which is on the module's list. */
const exchange = '0x02c56e8b00dbe2a71e57472685378fc8988bba947e9a99b26a00fade2b4fe7c2';
const openZeppelin = toAddress(vectors.accounts[0]?.openZeppelin100 ?? '0x0');
/** Of the account's own family: the module refuses any other. */
const ownClass = accountClasses.openZeppelin100.classHash;
const MOST = `0x${'f'.repeat(32)}`;

const on = (contractAddress: string, entrypoint: string, ...calldata: (string | bigint)[]) => ({
  contractAddress,
  entrypoint,
  calldata: calldata.map(String),
});
const sending = (amount: bigint, to = friend) => on(STRK, 'transfer', to, amount, 0n);
/** What the pictures' ordinary transaction does. */
export const payment = sending((25n * ONE) / 2n);
const seconds = () => Math.floor(Date.now() / 1000);

const transaction = (what: DialogCase['what'], calls: readonly object[]): DialogCase => ({
  method: 'xnet_executeTxn',
  params: ({ account }) => ({ address: account, calls }),
  what,
});

/** A dialog of every kind, by the name of its picture. */
export const dialogCases = {
  transfer: transaction('Send 12.5 STRK', [payment]),
  approve: transaction('Allow AVNU to spend up to 5 STRK', [
    on(STRK, 'approve', exchange, 5n * ONE, 0n),
  ]),
  approveUnlimited: transaction('Allow unlimited use of STRK', [
    on(STRK, 'approve', shop, MOST, MOST),
  ]),
  multicall: transaction('1. Allow AVNU to spend up to 5 STRK', [
    on(STRK, 'approve', exchange, 5n * ONE, 0n),
    sending(2n * ONE),
    sending((3n * ONE) / 2n, shop),
  ]),
  revert: { ...transaction('Send 25,000 STRK', [sending(25_000n * ONE)]), isRefused: true },
  deploy: {
    method: 'xnet_executeTxn',
    params: ({ undeployed }) => ({ address: undeployed, calls: [sending(ONE)] }),
    what: 'Send 1 STRK',
  },
  upgrade: {
    method: 'xnet_executeTxn',
    params: ({ older }) => ({ address: older, calls: [on(older, 'upgrade', ownClass)] }),
    what: 'Replace the code of this account',
  },
  message: {
    method: 'xnet_signMessage',
    params: ({ account }) => ({ signerAddress: account, typedDataMessage: order() }),
    what: 'What you sign',
  },
  session: {
    method: 'xnet_signMessage',
    params: ({ account }) => ({
      signerAddress: account,
      typedDataMessage: sessionMessage({ expires: seconds() + 24 * 3_600 }),
    }),
    what: 'What the site may do without asking',
  },
  outsideExecution: {
    method: 'xnet_signMessage',
    params: ({ account, undeployed }) => ({
      signerAddress: account,
      typedDataMessage: outsideMessage({
        version: '2',
        caller: undeployed,
        calls: [sending(ONE / 4n)],
        after: seconds() - 60,
        before: seconds() + 600,
      }),
    }),
    what: 'Send 0.25 STRK',
    // Once signed, it would be warned of in every later dialog.
    isRefused: true,
  },
  declare: {
    method: 'xnet_declareContract',
    params: async ({ account, stage }) => ({
      senderAddress: account,
      contractPayload: createPayload(
        (await readDeclarables(stage.chain.url)).declarable('Picture'),
      ),
    }),
    what: 'Publish the code of a contract class',
  },
} satisfies Record<string, DialogCase>;

export type DialogName = keyof typeof dialogCases;

const order = () => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    Order: [
      { name: 'Offer', type: 'TokenAmount' },
      { name: 'Collection', type: 'ContractAddress' },
      { name: 'Piece', type: 'u128' },
      { name: 'Valid until', type: 'timestamp' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Flower market', version: '2', chainId: 'SN_SEPOLIA', revision: '1' },
  message: {
    Offer: { token_address: STRK, amount: { low: String(40n * ONE), high: '0' } },
    Collection: shop,
    Piece: '1204',
    'Valid until': String(seconds() + 24 * 3_600),
  },
});

/** Opens the stage and creates the accounts, using the dapp's own steps where possible. */
export async function openDialogScene(
  options: Parameters<typeof openStage>[0] = {},
): Promise<DialogScene> {
  const stage = await openStage({ blocks: 'transaction', phrase: vectors.mnemonic, ...options });
  try {
    const { dappPage, walletPage, wallet, chain } = stage;
    const invoke = async <T>(method: string, params: object): Promise<T> =>
      (
        await approving(walletPage, () =>
          invokeModule<T>(dappPage, wallet.moduleId, method, params),
        )
      ).result;
    await approving(walletPage, async () => {
      for (const step of ['connect', 'create', 'fund', 'deploy']) await runStep(dappPage, step);
    });
    await fund(chain.url, openZeppelin, 100n * ONE);
    await invoke('xnet_recoverAccounts', {});
    await invoke('xnet_executeTxn', { address: openZeppelin, calls: [sending(ONE)] });
    const { address: undeployed } = await invoke<{ address: string }>('xnet_addAccount', {});
    await fund(chain.url, undeployed, 100n * ONE);
    const shown = dappPage.getByTestId('account-address').first();
    const account = (await shown.getAttribute('data-address')) ?? '';
    await fund(chain.url, account, 1_000n * ONE);
    return { stage, account, undeployed, older: openZeppelin };
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

/** Opens a dialog, runs the callback, and approves: frequent refusals would block the site. */
export async function withDialog<T>(
  scene: DialogScene,
  name: DialogName,
  look: (card: Locator) => Promise<T>,
): Promise<T> {
  const { method, params, isRefused = false }: DialogCase = dialogCases[name];
  const request = { method, params: await params(scene), isRefused };
  return withRequest(scene.stage.dappPage, scene, request, look);
}

type Request = Pick<DialogCase, 'method' | 'isRefused'> & { params: object };

/** Sends a request of a page's site, runs the callback on the dialog, and answers it. */
export async function withRequest<T>(
  page: Page,
  { stage: { walletPage, wallet } }: DialogScene,
  { method, params, isRefused }: Request,
  look: (card: Locator) => Promise<T>,
): Promise<T> {
  const answer = invokeModule(page, wallet.moduleId, method, params).catch(
    (error: unknown) => error,
  );
  const card = encodeApproval(walletPage, 'snap_dialog').first();
  const early = answer.then((reply) => Promise.reject(new Error(`${method}: ${String(reply)}`)));
  await Promise.race([card.getByTestId('reject').waitFor(), early]);
  early.catch(() => undefined);
  try {
    return await look(card);
  } finally {
    if (isRefused) await card.getByTestId('reject').click();
    else await agree(card);
    await card.waitFor({ state: 'detached' });
    await answer;
  }
}
