import type {
  OnCronjobHandler,
  OnHomePageHandler,
  OnRpcRequestHandler,
  OnUserInputHandler,
} from '@metamask/snaps-sdk';
import { createModule } from './compose';
import { trackTransactions } from './flow/history/track';
import { answerUserInput as answerInput, openHome, refreshHome } from './flow/home/page';
import { endpointsFromEnvironment } from './remote/starknet/defaults';
import { allMethods } from './rpc/allMethods';
import { toWireError } from './rpc/boundary';
import { createDispatcher } from './rpc/dispatch';
import { olderMethods } from './rpc/older';
import { chainIds } from './schema/primitives';

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
const dispatch = createDispatcher(allMethods, module, olderMethods);

export const onRpcRequest: OnRpcRequestHandler = async (call) => {
  try {
    return await dispatch(call);
  } catch (error) {
    throw toWireError(error, await module.hints());
  }
};

export const onCronjob: OnCronjobHandler = async ({ request }) => {
  if (request.method === 'refreshHome') {
    const { id } = { ...(request.params as { id?: unknown } | undefined) };
    if (typeof id === 'string') await refreshHome(module, id);
    return;
  }
  if (request.method !== 'trackTransactions') return;
  const seconds = await trackTransactions(module);
  if (seconds !== undefined) await module.wakeTracker(seconds);
};

export const onHomePage: OnHomePageHandler = async () => ({ id: await openHome(module) });

export const onUserInput: OnUserInputHandler = ({ id, event }) => answerInput(module, id, event);
