import type { Dispatcher, Pool } from 'undici';
import { type MemoryBudget, pieceBytes } from '../memoryBudget';

export type Answer = { status: number; text: string; retryAfter: string | null };
export type Request = Omit<Dispatcher.DispatchOptions, 'origin'>;

export const lateError = (): Error =>
  Object.assign(new Error('The node did not answer in time.'), { name: 'TimeoutError' });

/**
 * One request and the text of its response, using the client's callbacks: streams and signals per
 * call would take more time than everything else.
 */
export const exchange = (
  pool: Pool,
  request: Request,
  timeoutMs: number,
  budget: Pick<MemoryBudget, 'reserve'>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let retryAfter: string | null = null;
    let running: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    const give = (error: Error): void => {
      clearTimeout(timer);
      failure = error;
      running?.abort(error);
      reject(error);
    };
    const timer = setTimeout(() => give(lateError()), timeoutMs);
    pool.dispatch(request as Dispatcher.DispatchOptions, {
      onRequestStart: (controller) => {
        running = controller;
        if (failure !== undefined) controller.abort(failure);
      },
      onResponseStart: (_controller, statusCode, headers) => {
        status = statusCode;
        if (status >= 400) retryAfter = [headers['retry-after'] ?? []].flat()[0] ?? null;
      },
      onResponseData: (_controller, chunk) => {
        try {
          budget.reserve(Math.max(chunk.length, pieceBytes));
          chunks.push(chunk);
        } catch (error) {
          give(error as Error);
        }
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        const [first] = chunks;
        const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
        resolve({ status, text: bytes.toString('utf8'), retryAfter });
      },
      onResponseError: (_controller, error) => give(error),
    });
  });
