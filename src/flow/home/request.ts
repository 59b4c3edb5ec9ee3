import { fail, getErrorKind } from '@xnet/clients/errors';
import { type RequestContext, USER } from '../../schema/primitives';
import { say, type TextName } from '../../ui/text/words';
import { namedNetwork } from '../chain/namedNetwork';
import { notTaken } from './form';
import type { OpenPage } from './part';

/**
 * Makes a request of the user on the page: the flow that serves the same request of a site gets the
 * same value, from `USER`. The page stays as it is if the user rejects it, and tells an error.
 * @param method name of the method by which a site requests it
 * @returns undefined if it was not carried out
 */
export async function request<T>(
  { module, view, tell }: OpenPage,
  { method, title }: { readonly method: string; readonly title: TextName },
  carryOut: (context: RequestContext) => Promise<T>,
): Promise<T | undefined> {
  const network = (await namedNetwork(module, view.chainId)) ?? fail('unsupportedChain');
  try {
    return await carryOut(Object.freeze({ origin: USER, method, network }));
  } catch (error) {
    const kind = getErrorKind(error);
    if (kind !== 'userRejected') await tell(notTaken(say(`errors.${kind}`), title));
    return undefined;
  }
}
