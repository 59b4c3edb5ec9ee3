import type { Locator, Page } from 'playwright-core';
import { type RunningDapp, startDapp } from '../../scripts/start/dapp';
import { chainIds } from '../../src/schema/primitives';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { readDeclarables } from '../node/declarable';
import { approving } from '../stage/approvals';
import { runStep } from '../stage/mainJob';
import { invokeModule } from '../stage/stage';
import { type DialogScene, openDialogScene, payment, withRequest } from './dialogCases';

/** The scene of the dialogs whose companion asks, and an ordinary site that sees no account. */
export type QuestionScene = DialogScene & { site: RunningDapp; sitePage: Page };

type Question = {
  method: string;
  params: (scene: QuestionScene) => object | Promise<object>;
  /** True for those of the ordinary site; the companion is asked nothing there, or may ask alone. */
  isOfSite?: boolean;
  /** True where the next question needs what this one would change, or where another would follow. */
  isRefused?: boolean;
};

const chainId = chainIds.sepolia;
const ETH = { tokenAddress: knownTokens.ETH.address, tokenName: 'Ether', tokenSymbol: 'ETH' };

/** Dialogs that send nothing, by the name of their picture; three refusals would block a site. */
export const questions = {
  chooseAccounts: { method: 'xnet_listAccounts', params: () => ({ chainId }), isOfSite: true },
  signTransaction: {
    method: 'xnet_signTransaction',
    params: ({ account }) => ({ address: account, chainId, transactions: [payment] }),
    isOfSite: true,
    isRefused: true,
  },
  recover: {
    method: 'xnet_recoverAccounts',
    params: () => ({ maxScanned: 3 }),
    isOfSite: true,
    isRefused: true,
  },
  // Last of the site, which is blocked for a minute once the user refuses it.
  privateKey: {
    method: 'xnet_displayPrivateKey',
    params: ({ account }) => ({ address: account }),
    isOfSite: true,
    isRefused: true,
  },
  addAccount: { method: 'xnet_addAccount', params: () => ({ accountName: 'Holidays' }) },
  addToken: { method: 'xnet_addErc20Token', params: () => ETH },
  signDeployment: {
    method: 'xnet_signDeployAccountTransaction',
    params: ({ undeployed }) => ({ address: undeployed, chainId, details: { nonce: '0x0' } }),
  },
  signDeclaration: {
    method: 'xnet_signDeclareTransaction',
    async params({ account, stage }) {
      const declarable = (await readDeclarables(stage.chain.url)).declarable('Signed');
      const { classHash, compiledClassHash } = declarable;
      return { address: account, chainId, details: { classHash, compiledClassHash } };
    },
  },
  switchAccount: {
    method: 'xnet_switchAccount',
    params: ({ undeployed }) => ({ address: undeployed }),
  },
  switchNetwork: {
    method: 'xnet_switchNetwork',
    params: () => ({ chainId: chainIds.mainnet }),
    isRefused: true,
  },
  hideAccount: {
    method: 'xnet_toggleAccountVisibility',
    async params({ account, stage: { dappPage, wallet } }) {
      const invoke = <T>(method: string, params: object) =>
        invokeModule<T>(dappPage, wallet.moduleId, method, params);
      const listed = await invoke<{ address: string }[]>('xnet_listAccounts', {});
      for (const { address } of listed)
        if (address !== account)
          await invoke('xnet_toggleAccountVisibility', { address, visibility: false });
      return { address: account, visibility: false };
    },
    isRefused: true,
  },
} satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;

/** Opens the scene of the dialogs, and the dapp on another origin, which is connected. */
export async function openQuestionScene(): Promise<QuestionScene> {
  const scene = await openDialogScene({ withCompanion: true });
  const { stage } = scene;
  const site = await startDapp({ walletUrl: stage.wallet.url, l2Url: stage.chain.url });
  const stop = async () => {
    await site.stop();
    await scene.stage.stop();
  };
  const sitePage = await (await stage.browser.newContext()).newPage();
  await sitePage.goto(site.url);
  await approving(stage.walletPage, () => runStep(sitePage, 'connect'));
  return { ...scene, stage: { ...stage, stop }, site, sitePage };
}

/** Opens the dialog of a question, runs the callback, and answers. */
export async function withQuestion<T>(
  scene: QuestionScene,
  name: QuestionName,
  look: (card: Locator) => Promise<T>,
): Promise<T> {
  const { method, params, isOfSite, isRefused = false }: Question = questions[name];
  const page = isOfSite ? scene.sitePage : scene.stage.dappPage;
  return withRequest(page, scene, { method, params: await params(scene), isRefused }, look);
}
