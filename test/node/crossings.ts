import { type Border, HTTP } from '../wallet/openModule';

type Request = Parameters<Border>[0];

/** A request that changes something outside of the module, so that a lost answer matters. */
export const hasEffect = ({ method, detail }: Request): boolean =>
  method === 'snap_setState' ||
  method === 'snap_dialog' ||
  (method === HTTP && String(detail).includes('starknet_add'));

/** A border that lets everything pass and keeps a list of it. */
export function recordingBorder() {
  const requests: Request[] = [];
  const border: Border = (request, cross) => {
    requests.push(request);
    return cross();
  };
  return { border, requests };
}

/** What goes wrong at one crossing of the border, counted from 1. */
export type Mishap =
  /** The module is killed there: nothing passes from then on. */
  | 'killed'
  /** That request fails, and nothing else. */
  | 'request fails'
  /** That request is carried out, but its answer is lost. */
  | 'answer is lost';

const BROKEN = 'Broken.';
/** @param counts tells which requests are counted; all if left out */
export function mishapBorder(
  mishap: Mishap,
  number: number,
  counts: (request: Request) => boolean = () => true,
): Border {
  let count = 0;
  return async (request, cross) => {
    if (counts(request)) count += 1;
    const isHere = counts(request) && count === number;
    if (isHere && mishap === 'answer is lost') await cross();
    if (isHere || (mishap === 'killed' && count >= number))
      throw request.method === HTTP ? new TypeError('fetch failed') : new Error(BROKEN);
    return cross();
  };
}
