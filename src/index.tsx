import type {
  OnCronjobHandler,
  OnHomePageHandler,
  OnRpcRequestHandler,
  OnUserInputHandler,
} from '@metamask/snaps-sdk';
import { createModule } from './compose';
import { trackTransactions } from './flow/history/track';
import { answerUserInput as answerInput, openHome, refreshHome } from './flow/home/page';
import { createLifetime } from './lifetime';
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

const { during, endedWithRequests } = createLifetime();
const wallet = endedWithRequests((sent: Parameters<typeof snap.request>[0]) => snap.request(sent));
const module = createModule({
  // The answer's type follows from what is asked, as before.
  wallet: { request: wallet as typeof snap.request },
  fetch: endedWithRequests((...sent: Parameters<typeof fetch>) => fetch(...sent)),
  now: Date.now,
  endpoints: environmentEndpoints,
  companions,
});
const dispatch = createDispatcher(allMethods, module, olderMethods);

export const onRpcRequest: OnRpcRequestHandler = (call) =>
  during(() =>
    dispatch(call).catch(async (error) => {
      throw toWireError(error, await module.hints());
    }),
  );

export const onCronjob: OnCronjobHandler = ({ request: { method, params } }) =>
  during(async () => {
    if (method === 'refreshHome') {
      const { id } = { ...(params as { id?: unknown } | undefined) };
      if (typeof id === 'string') await refreshHome(module, id);
      return;
    }
    if (method !== 'trackTransactions') return;
    const seconds = await trackTransactions(module);
    if (seconds !== undefined) await module.wakeTracker(seconds);
  });

export const onHomePage: OnHomePageHandler = () =>
  during(async () => ({ id: await openHome(module) }));

export const onUserInput: OnUserInputHandler = ({ id, event }) =>
  during(() => answerInput(module, id, event));
