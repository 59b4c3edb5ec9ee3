import {
  createAsyncMiddleware,
  JsonRpcEngine,
  type JsonRpcMiddleware,
} from '@metamask/json-rpc-engine';
import { rpcErrors } from '@metamask/rpc-errors';
import type { Json, JsonRpcParams } from '@metamask/utils';
import {
  createPermissionMiddleware,
  createSnapsMethodMiddleware,
  type RequestedPermissions,
} from '#vendor';
import { isRecord, readFields, readItems } from '../record';
import { type PermittedOptions, permittedHooks } from './permittedHooks';

type Middleware = JsonRpcMiddleware<JsonRpcParams, Json>;

export type EngineOptions = PermittedOptions & {
  /** Resolves when all changes are on disk. */
  flushed(): Promise<void>;
  /** False to store no blocks of sites that were refused several times. */
  dialogLimit: boolean;
  /** Called on each call of the module to the wallet; what it returns runs before the response. */
  onModuleCall?: ((method: string, params: unknown) => () => Promise<void>) | undefined;
};

/** The JSON-RPC engine for one origin: a dapp, or the module when it calls the wallet. */
export function createEngine(
  origin: string,
  caller: 'dapp' | 'module',
  options: EngineOptions,
): JsonRpcEngine {
  const engine = new JsonRpcEngine();
  engine.push(stamped(origin));
  if (caller === 'module' && options.onModuleCall) engine.push(watched(options.onModuleCall));
  engine.push(durable(options.flushed));
  if (caller === 'dapp') engine.push(ownMethods(origin, options));
  else if (!options.dialogLimit) engine.push(withoutBlocks);
  engine.push((request, ...args) =>
    createSnapsMethodMiddleware(caller === 'module', permittedHooks(origin, request, options))(
      request,
      ...args,
    ),
  );
  if (caller === 'module')
    engine.push(
      createPermissionMiddleware(options.controllers.permissions as never, options.bus, origin),
    );
  return engine;
}

/** The vendor's handlers read the caller from the request. */
function stamped(origin: string): Middleware {
  return (request, _response, next) => {
    Object.assign(request, { origin });
    next();
  };
}

const watched =
  (onCall: NonNullable<EngineOptions['onModuleCall']>): Middleware =>
  ({ method, params }, _response, next) => {
    const onEnd = onCall(method, params);
    next((resume) => {
      onEnd().then(() => resume(), resume);
    });
  };

const changingMethods = new Set([
  'snap_setState',
  'snap_clearState',
  'snap_manageState',
  'snap_scheduleBackgroundEvent',
  'snap_cancelBackgroundEvent',
  'wallet_requestSnaps',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
]);

/** Answers a request that changes something only after the change is on disk. */
function durable(flushed: () => Promise<void>): Middleware {
  return (request, _response, next) => {
    if (changingMethods.has(request.method)) {
      next((resume) => {
        flushed().then(() => resume(), resume);
      });
    } else {
      next();
    }
  };
}

/**
 * The module stores blocked sites under this key; what is not stored blocks nobody. The write fails
 * explicitly, or the module would rely on its memory of it.
 */
const withoutBlocks: Middleware = (request, _response, next, end) => {
  const key = readFields(request.params).key;
  if (request.method !== 'snap_setState' || key !== 'blocks') return next();
  return end(new Error('This wallet keeps no blocks of sites.'));
};

/** Dapp methods of the vendor's handlers, which have more ways to the module than are guarded. */
const vendorMethods = new Set(['wallet_getSnaps', 'wallet_requestSnaps', 'wallet_invokeSnap']);

/** A dapp may view, request and revoke its own permissions, and call the module; nothing else. */
function ownMethods(origin: string, { controllers }: EngineOptions): Middleware {
  const { permissions } = controllers;
  const granted = () =>
    JSON.parse(JSON.stringify(Object.values(permissions.getPermissions(origin) ?? {})));

  return createAsyncMiddleware(async (request, response, next) => {
    const { method, params } = request;
    if (vendorMethods.has(method)) return next();
    if (method === 'wallet_getPermissions') {
      response.result = granted();
      return;
    }
    if (method !== 'wallet_requestPermissions' && method !== 'wallet_revokePermissions')
      throw rpcErrors.methodNotFound({ data: { method } });
    const [wanted] = readItems(params);
    if (!isRecord(wanted)) throw rpcErrors.invalidParams('The params name no permissions.');
    if (method === 'wallet_requestPermissions') {
      const requested = wanted as RequestedPermissions; // the controller validates it
      await permissions.requestPermissions({ origin }, requested);
      response.result = granted();
    } else {
      const [first, ...otherNames] = Object.keys(wanted).filter((name) =>
        permissions.hasPermission(origin, name),
      );
      if (first !== undefined) permissions.revokePermissions({ [origin]: [first, ...otherNames] });
      response.result = null;
    }
  });
}
