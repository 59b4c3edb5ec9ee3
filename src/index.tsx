import type {
  OnCronjobHandler,
  OnHomePageHandler,
  OnRpcRequestHandler,
  OnUserInputHandler,
} from '@metamask/snaps-sdk';
import { endpointsFromEnvironment } from './clients/starknet/defaults';
import { createModule } from './compose';
import { homeFacts, useOwnNode, usePublicNodes } from './flow/home';
import { trackTransactions } from './flow/trackTransactions';
import { toWireError } from './rpc/boundary';
import { createDispatcher } from './rpc/dispatch';
import { allMethods } from './rpc/allMethods';
import { chainIds } from './schema/primitives';
import { chooseParts, chosenIn } from './ui/chooseAccounts';
import { HomePage, homeParts } from './ui/home';

const environmentEndpoints = {
  [chainIds.mainnet]: endpointsFromEnvironment(process.env.XNET_MAINNET_URLS),
  [chainIds.sepolia]: endpointsFromEnvironment(process.env.XNET_SEPOLIA_URLS),
};
const companions = (process.env.XNET_COMPANION_ORIGINS ?? '').split(',').filter(Boolean);

const module = createModule({
  wallet: snap,
  fetch,
  now: Date.now,
  endpoints: environmentEndpoints,
  companions,
});
const dispatch = createDispatcher(allMethods, module);

export const onRpcRequest: OnRpcRequestHandler = async (call) => {
  try {
    return await dispatch(call);
  } catch (error) {
    throw toWireError(error);
  }
};

export const onCronjob: OnCronjobHandler = async ({ request }) => {
  if (request.method !== 'trackTransactions') return;
  const seconds = await trackTransactions(module);
  if (seconds !== undefined) await module.wakeTracker(seconds);
};

export const onHomePage: OnHomePageHandler = async () => ({
  content: <HomePage {...(await homeFacts(module))} />,
});

/** The answer to a dialog with boxes to tick: what was ticked, or nothing. */
async function answerChoice(id: string, shares: boolean): Promise<void> {
  const state = await snap.request({ method: 'snap_getInterfaceState', params: { id } });
  const value = shares ? chosenIn(state) : null;
  await snap.request({ method: 'snap_resolveInterface', params: { id, value } });
}

export const onUserInput: OnUserInputHandler = async ({ id, event }) => {
  if (event.type === 'ButtonClickEvent' && event.name === chooseParts.share)
    return answerChoice(id, true);
  if (event.type === 'ButtonClickEvent' && event.name === chooseParts.refuse)
    return answerChoice(id, false);
  if (event.type !== 'FormSubmitEvent' || event.name !== homeParts.endpointForm) return;
  const { network, url } = event.value;
  const notice =
    typeof url === 'string' && url.trim() !== ''
      ? await useOwnNode(module, String(network), url)
      : await usePublicNodes(module, String(network));
  await snap.request({
    method: 'snap_updateInterface',
    params: { id, ui: <HomePage {...(await homeFacts(module, notice))} /> },
  });
};
