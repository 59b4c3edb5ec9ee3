import type {
  OnCronjobHandler,
  OnHomePageHandler,
  OnRpcRequestHandler,
  OnUserInputHandler,
} from '@metamask/snaps-sdk';
import { startTimer } from '@xnet/clients/transport/policy';
import { createModule } from './compose';
import { runJob } from './flow/history/job';
import {
  answerUserInput as answerInput,
  keepAsking,
  openHome,
  refreshHome,
} from './flow/home/page';
import { createLifetime } from './lifetime';
import { endpointsFromEnvironment } from './remote/starknet/defaults';
import { allMethods } from './rpc/allMethods';
import { toWireError } from './rpc/boundary';
import { createDispatcher } from './rpc/dispatch';
import { starkNetAliases } from './rpc/starkNetAliases';

const companions = (process.env.XNET_COMPANION_ORIGINS ?? '').split(',').filter(Boolean);

const { during, endedWithRequests, setTimer } = createLifetime(startTimer);
const wallet = endedWithRequests((request: Parameters<typeof snap.request>[0]) =>
  snap.request(request),
);
const module = createModule({
  // The type of the response follows from the request, as before.
  wallet: { request: wallet as typeof snap.request },
  fetch: endedWithRequests((...args: Parameters<typeof fetch>) => fetch(...args)),
  now: Date.now,
  setTimer,
  endpoints: endpointsFromEnvironment(process.env.XNET_ENDPOINTS),
  companions,
});
const dispatch = createDispatcher(allMethods, module, starkNetAliases);

/** Any other error would end the whole module and every dialog that it has open. */
const inWireErrors = <R,>(handle: () => Promise<R>): Promise<R> =>
  during(() =>
    handle().catch(async (error) => {
      throw toWireError(error, await module.hints());
    }),
  );

export const onRpcRequest: OnRpcRequestHandler = (call) => inWireErrors(() => dispatch(call));

export const onCronjob: OnCronjobHandler = ({ request: { method, params } }) =>
  inWireErrors(async () => {
    const id = String((params as { id?: unknown } | undefined)?.id);
    if (method === 'refreshHome') return refreshHome(module, id);
    if (method === 'keepAsking') return keepAsking(module, id);
    if (method === 'trackTransactions') await runJob(module);
  });

export const onHomePage: OnHomePageHandler = () =>
  inWireErrors(async () => ({ id: await openHome(module) }));

export const onUserInput: OnUserInputHandler = ({ id, event }) =>
  inWireErrors(() => answerInput(module, id, event));
