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
import * as methods from './rpc/methods';
import { chainIds } from './schema/primitives';
import { HomePage, homeParts } from './ui/home';

const environmentEndpoints = {
  [chainIds.mainnet]: endpointsFromEnvironment(process.env.XNET_MAINNET_URLS),
  [chainIds.sepolia]: endpointsFromEnvironment(process.env.XNET_SEPOLIA_URLS),
};
const companions = new Set((process.env.XNET_COMPANION_ORIGINS ?? '').split(',').filter(Boolean));

const module = createModule({
  wallet: snap,
  fetch,
  now: Date.now,
  endpoints: environmentEndpoints,
});
const dispatch = createDispatcher(methods, module, (origin) => companions.has(origin));

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

export const onUserInput: OnUserInputHandler = async ({ id, event }) => {
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
