import type { Json } from '@metamask/snaps-sdk';
import type { Infer } from '@metamask/superstruct';
import { type ErrorKind, fail, getErrorKind, ModuleError } from '@xnet/clients/errors';
import { checkShape, deepFreeze, parse } from '@xnet/clients/schema/field';
import { findGranted } from '../flow/accounts/account';
import { namedNetwork } from '../flow/chain/namedNetwork';
import { grantedAccount, isGrantedAny } from '../flow/consent/permissions';
import { type LimitedModule, withSiteLimits } from '../flow/consent/withSiteLimits';
import type { Module } from '../module';
import { chainIds } from '../schema/primitives';
import { countEffort, oneStep } from '../starknet/effort';
import type { ActivityEntry } from '../state/activity';
import { commonErrors, type Method, type Request } from './method';
import { isStarkNetName, listAliases, ownName, rename } from './names';

export type MethodTable = Readonly<Record<string, Method>>;
export type Incoming = { origin: string; request: { method: string; params?: unknown } };

/** Find → authorise → check limits → validate params → find account → handle → validate result. */
export function createDispatcher(
  methods: MethodTable,
  module: Module,
  starkNetMethods: MethodTable = {},
) {
  const table = new Map(Object.entries(methods));
  const olderTable = new Map(Object.entries(starkNetMethods));

  return async ({ origin, request }: Incoming): Promise<Json> => {
    // Sandboxed pages and files have no site.
    if (['', 'null'].includes(origin)) fail('unauthorized', 'The request has no origin.');
    const name = ownName(request.method);
    const method =
      (isStarkNetName(request.method) ? olderTable.get(name) : undefined) ??
      table.get(name) ??
      fail('methodNotFound');
    if (method.callers && !module.isTrusted(origin)) fail('unauthorized');
    // A call to the wallet resets the timer by which it ends a module whose dialog is waiting.
    if (method.prompts !== 'never' && module.limits.isAsking())
      module.isLocked().catch(() => undefined);
    const pass = module.limits.enter(origin, {
      asks: method.prompts === 'always' || method.prompts === 'sometimes',
      isTrusted: module.isTrusted(origin),
      isBlockedWhenRefused: method.blocksWhenRefused,
    });
    try {
      const size = checkShape(request.params, method.large ? 'large' : 'ordinary');
      const limitedModule = withSiteLimits(module, pass);
      const read = oneStep(() => {
        countEffort('character', size);
        const canonicalParams = rename(request.params ?? {}, listAliases(method));
        return deepFreeze(parse(canonicalParams, method.params, 'invalidParams'));
      });
      const parsedRequest = { origin, method: name, params: await pass.compute(read) };
      const context = await contextOf(module, parsedRequest, method);
      await pass.requireFree();
      return await serve(method, context, limitedModule);
    } finally {
      pass.leave();
    }
  };
}

type Sent = { origin: string; method: string; params: Infer<Method['params']> };

async function contextOf(module: Module, { params, ...request }: Sent, method: Method) {
  const chainId = method.chainIdIsSubject ? undefined : params.chainId;
  const network =
    (await namedNetwork(module, chainId ?? chainIds.sepolia)) ?? fail('unsupportedChain');
  return Object.freeze({ ...request, network, params });
}

async function serve(
  method: Method,
  context: Request<unknown>,
  module: LimitedModule,
): Promise<Json> {
  const end = module.activity.begun(context.origin, context.method);
  // Loads the dialog's texts in the meantime.
  if (method.prompts === 'always') module.dialogs.saying({ cached: true }).catch(() => undefined);
  const result = await handle(method, context, module).catch(async (error) => {
    end(failed(error));
    const declared = asDeclared(error, method);
    if (await isGrantedAny(module, context.origin)) throw declared;
    throw withoutText(declared);
  });
  end({ outcome: method.prompts === 'always' ? 'agreed' : 'answered' });
  return parse(result, method.result, 'internal') as Json;
}

/** Calls the handler with the account that the params name, while the site has access to it. */
async function handle(
  method: Method,
  request: Request<unknown>,
  module: LimitedModule,
): Promise<unknown> {
  const params = request.params as Record<string, unknown>;
  const accountParam = method.account;
  if (accountParam === undefined) return method.handle(request, module);
  const [name, account] =
    'index' in accountParam
      ? [
          'granted',
          await findGranted(module, request, params[accountParam.index] as number | undefined),
        ]
      : ['account', await grantedAccount(module, request, String(params[accountParam.address]))];
  if (account) module.recheckAroundDialog(() => grantedAccount(module, request, account.address));
  return method.handle({ ...request, [name]: account }, module);
}

function failed(error: unknown): Pick<ActivityEntry, 'outcome' | 'kind' | 'told'> {
  const kind = getErrorKind(error);
  if (kind === 'userRejected') return { outcome: 'refused' };
  const reason = error instanceof ModuleError ? error.data.reason : undefined;
  return { outcome: 'failed', kind, ...(reason !== undefined && { told: reason }) };
}

/**
 * The same error without the words of a node or paymaster, which may name the user's project there:
 * a site without a grant gets kind and code. The user reads the words on the module's page.
 */
function withoutText(error: unknown): unknown {
  if (!(error instanceof ModuleError)) return error;
  const { reason, ...data } = error.data;
  if (reason === undefined) return error;
  return new ModuleError(error.kind, '', data, { cause: error });
}

/** A node error that the method does not declare counts as a fault of the node. */
function asDeclared(error: unknown, method: Method): unknown {
  if (!(error instanceof ModuleError) || error.data.nodeCode === undefined) return error;
  const declared: readonly ErrorKind[] = [...commonErrors, ...method.errors];
  if (declared.includes(error.kind)) return error;
  const detail = `It answered with error ${error.data.nodeCode}, which is not about this.`;
  return new ModuleError('nodeFault', detail, error.data, { cause: error });
}
