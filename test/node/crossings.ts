import { type Border, HTTP } from '../wallet/openModule';

type Request = Parameters<Border>[0];

/** True for requests with effects outside of the module, for which a lost response matters. */
export const hasEffect = ({ method, detail }: Request): boolean =>
  method === 'snap_setState' ||
  method === 'snap_dialog' ||
  (method === HTTP && String(detail).includes('starknet_add'));

/** A border that lets everything pass and records it. */
export function recordingBorder() {
  const requests: Request[] = [];
  const border: Border = (request, cross) => {
    requests.push(request);
    return cross();
  };
  return { border, requests };
}

/** What goes wrong at one border crossing, counted from 1. */
export type Mishap =
  /** The module is killed there: nothing passes from then on. */
  | 'killed'
  /** That request fails; nothing else does. */
  | 'request fails'
  /** That request is carried out, but its response is lost. */
  | 'answer is lost'
  /** That request is carried out, and the module is killed before its response. */
  | 'killed after it';

/** True if the module ends with the mishap. */
export const isKilling = (mishap: Mishap): boolean => mishap.startsWith('killed');

const BROKEN = 'Broken.';
/** @param counts selects the requests to count; default: all */
export function mishapBorder(
  mishap: Mishap,
  number: number,
  counts: (request: Request) => boolean = () => true,
): Border {
  let count = 0;
  return async (request, cross) => {
    if (counts(request)) count += 1;
    const isHere = counts(request) && count === number;
    if (isHere && (mishap === 'answer is lost' || mishap === 'killed after it')) await cross();
    if (isHere || (isKilling(mishap) && count >= number))
      throw request.method === HTTP ? new TypeError('fetch failed') : new Error(BROKEN);
    return cross();
  };
}
