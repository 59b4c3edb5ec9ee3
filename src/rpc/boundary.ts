import { SnapError } from '@metamask/snaps-sdk';
import { errorKinds, ModuleError, walletApiCode } from '../errors';

/** Which nodes a user has set is no site's business; the module's page names them. */
const withoutHosts = (text: string): string =>
  text.replace(/\b(?:https?|wss?):\/\/[^\s,]+/gu, 'The endpoint');

/** Where a ModuleError becomes a wire error. Anything else is a defect: its text stays inside. */
export function toWireError(error: unknown): SnapError {
  const known = error instanceof ModuleError ? error : new ModuleError('internal', '');
  const { code, hint, retry } = errorKinds[known.kind];
  const message = withoutHosts(known.message);
  const { reason, ...data } = known.data;
  return new SnapError({
    code,
    message,
    data: {
      kind: known.kind,
      hint,
      retry,
      walletRpcError: { code: walletApiCode(known.kind), message },
      ...data,
      ...(reason !== undefined && { reason: withoutHosts(reason) }),
    },
  });
}
