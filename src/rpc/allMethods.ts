import { any, object } from '@metamask/superstruct';
import { field } from '../schema/field';
import type { MethodTable } from './dispatch';
import { defineMethod } from './method';
import * as methods from './methods';
import { openrpcOf } from './openrpc';

const VERSION = process.env.XNET_VERSION ?? '0.0.0';

/** Every method, and the one that describes them all. */
export const allMethods: MethodTable = {
  ...methods,
  rpc_discover: defineMethod({
    summary: 'Describes every method: the OpenRPC document.',
    params: object({}),
    result: field(any(), { description: 'OpenRPC document.', jsonSchema: { type: 'object' } }),
    errors: [],
    callers: 'anyDapp',
    prompts: 'never',
    handle: async () => openrpcOf(allMethods, VERSION),
  }),
};
