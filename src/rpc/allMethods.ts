import { object, unknown } from '@metamask/superstruct';
import { field } from '@xnet/clients/schema/field';
import type { MethodTable } from './dispatch';
import { defineMethod } from './method';
import * as methods from './methods';

/** All methods, and the one that describes them. */
export const allMethods: MethodTable = {
  ...methods,
  rpc_discover: defineMethod({
    summary: 'Returns the OpenRPC document, which describes every method.',
    params: object({}),
    result: field(unknown(), { description: 'OpenRPC document.', jsonSchema: { type: 'object' } }),
    errors: [],
    prompts: 'never',
    handle: (_request, module) => module.openrpc(),
  }),
};
