import { errorKinds, ModuleError, walletApiCode } from '@xnet/clients/errors';
import type { Hints } from '../module';

/** Sites must not learn which nodes the user has set; only the module's page names them. */
const withoutHosts = (text: string): string =>
  text.replace(/\b(?:https?|wss?):\/\/[^\s,]+/gu, 'The endpoint');

/**
 * An error in the form that the wallet's sandbox passes on to the dapp, like `SnapError` of its
 * SDK, which would add 3 kB of checks that are not needed here.
 */
class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: { readonly [name: string]: unknown },
  ) {
    super(message);
  }

  serialize() {
    const { code, message, stack, data } = this;
    return { code: -31002, message: 'Snap Error', data: { cause: { code, message, stack, data } } };
  }
}

/** Converts a ModuleError to a wire error. Any other error is a defect: its text stays inside. */
export function toWireError(error: unknown, hints: Hints): WireError {
  const moduleError = error instanceof ModuleError ? error : new ModuleError('internal', '');
  const { code, retry } = errorKinds[moduleError.kind];
  const hint = hints[moduleError.kind];
  const message = withoutHosts(moduleError.message);
  const { reason, ...data } = moduleError.data;
  return new WireError(code, message, {
    kind: moduleError.kind,
    ...(hint !== undefined && { hint }),
    retry,
    walletRpcError: { code: walletApiCode(moduleError.kind), message },
    ...data,
    ...(reason !== undefined && { reason: withoutHosts(reason) }),
  });
}
