import type { Json } from '@metamask/snaps-sdk';
import { type ErrorKind, fail, ModuleError } from '../errors';
import type { Module } from '../module';
import { parse } from '../schema/field';
import { networkOf } from '../schema/network';
import { chainIds } from '../schema/primitives';
import { checkShape, deepFreeze } from '../schema/shape';
import { commonErrors, type Method } from './method';
import { ownName, rename } from './names';

export type MethodTable = Readonly<Record<string, Method>>;
export type Incoming = { origin: string; request: { method: string; params?: unknown } };

/** find → authorise → validate params → handle → validate result. */
export function createDispatcher(methods: MethodTable, module: Module) {
  const table = new Map(Object.entries(methods));

  return async ({ origin, request }: Incoming): Promise<Json> => {
    const name = ownName(request.method);
    const method = table.get(name) ?? fail('methodNotFound');
    if (method.callers === 'companionDapp' && !module.isTrusted(origin)) fail('unauthorized');
    checkShape(request.params, method.large ? 'large' : 'ordinary');
    const named = rename(request.params ?? {}, method.aliases);
    const params = deepFreeze(parse(named, method.params, 'invalidParams'));
    const chainId = method.chainIdIsSubject ? undefined : params.chainId;
    const network = networkOf(chainId ?? chainIds.sepolia) ?? fail('unsupportedChain');
    const context = Object.freeze({ origin, method: name, network, params });
    const end = module.activity.begun(origin, name);
    const result = await method.handle(context, module).catch((error) => {
      end(failed(error));
      throw asDeclared(error, method);
    });
    end({ outcome: method.prompts === 'always' ? 'agreed' : 'answered' });
    return parse(result, method.result, 'internal') as Json;
  };
}

function failed(error: unknown): { outcome: 'refused' | 'failed'; kind?: ErrorKind } {
  const kind = error instanceof ModuleError ? error.kind : 'internal';
  return kind === 'userRejected' ? { outcome: 'refused' } : { outcome: 'failed', kind };
}

/** Of all the errors that nodes know, one that the method has no use for is a fault of the node. */
function asDeclared(error: unknown, method: Method): unknown {
  if (!(error instanceof ModuleError) || error.data.nodeCode === undefined) return error;
  const declared: readonly ErrorKind[] = [...commonErrors, ...method.errors];
  if (declared.includes(error.kind)) return error;
  const detail = `It answered with error ${error.data.nodeCode}, which is not about this.`;
  return new ModuleError('nodeFault', detail, error.data, { cause: error });
}
