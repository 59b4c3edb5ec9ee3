import { ModuleError } from '@xnet/clients/errors';
import type { Module } from '../../module';
import type { StarknetNode } from '../../remote/starknet/node';
import type { RequestQuota } from './rateLimit';

export type LimitedModule = Module & Pick<RequestQuota, 'recheckAroundDialog'>;

/** The module as one request has it: what costs something is counted, and dialogs take turns. */
export function withSiteLimits(module: Module, pass: RequestQuota): LimitedModule {
  return {
    ...module,
    recheckAroundDialog: pass.recheckAroundDialog,
    dialogs: module.requestDialogs(pass.ask),
    compute: pass.compute,
    keys: module.requestKeys(pass.compute),
    node: async (chainId) => limitedNode(await module.node(chainId), pass),
    async explorer(chainId, choice) {
      pass.spend('nodeCalls', 1);
      return module.explorer(chainId, choice);
    },
  };
}

/** As with the node itself, a batch never rejects: each call gets the error. */
function limitedNode(node: StarknetNode, pass: RequestQuota): StarknetNode {
  const batch: StarknetNode['batch'] = async (calls, deadline) => {
    try {
      pass.spend('nodeCalls', calls.length);
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error;
      // One outcome per call, in order.
      return calls.map(() => ({ ok: false, error })) as never;
    }
    return node.batch(calls, deadline);
  };
  return {
    ...node,
    batch,
    async read(call) {
      pass.spend('nodeCalls', 1);
      return node.read(call);
    },
  };
}
