import { SnapError } from '@metamask/snaps-sdk';
import { errorKinds, ModuleError, walletApiCode } from '../errors';

/** Where a ModuleError becomes a wire error. Anything else is a defect: its text stays inside. */
export function toWireError(error: unknown): SnapError {
  const known = error instanceof ModuleError ? error : new ModuleError('internal', '');
  const { code, hint, retry } = errorKinds[known.kind];
  return new SnapError({
    code,
    message: known.message,
    data: {
      kind: known.kind,
      hint,
      retry,
      walletRpcError: { code: walletApiCode(known.kind), message: known.message },
      ...known.data,
    },
  });
}
