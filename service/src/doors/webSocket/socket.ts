import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { asServiceError, fail, type ServiceError } from '../../errors';
import type { MemoryBudget } from '../../memoryBudget';
import { type Caller, isAllowedMethod } from '../../meter/rules';
import type { ApiKey } from '../../stores/apiKey';
import type { Call } from '../../upstream/call';
import { openSubscriptions } from '../../upstream/subscriptions';
import { withTimeout } from '../../withTimeout';
import type { Chain } from '../chains';
import type { Context } from '../context';
import { errorText } from '../limitBody';
import { watchPartialMessages } from './partialMessages';

export type OpenSocket = {
  /** Ends the socket if its caller or its node has shown no sign of life since the last beat. */
  beat: () => void;
  /** Waits for running calls, at most this long, then sends a close frame. */
  finish: (waitMs: number) => Promise<void>;
};

/** Concurrent calls per socket; at the limit the socket is not read until one is done. */
const callsAtOnce = 64;
/** A client that does not read its responses or events is disconnected. */
const unreadAtMost = 16 * 1024 * 1024;
const eventsAtMost = 1_000;
/** Time that a client has to read why it was disconnected. */
const lingerMs = 1_000;

const goodbye = { away: 1001, policy: 1008, restart: 1012, tryLater: 1013 } as const;

export const serveSocket = (
  socket: WebSocket,
  connection: Duplex,
  context: Context,
  { chain, request }: { chain: Chain; request: string },
  caller: Caller,
  authorize: () => Promise<ApiKey>,
): OpenSocket => {
  const { key } = caller;
  const { meter, answerCalls, options, budgets, prices } = context;
  const { ethereum, fairQueue } = chain;
  const running = new Set<Promise<void>>();
  let isAlive = true;
  let events = Promise.resolve();
  let eventsWaiting = 0;

  /** `onSent` is called once, even if the text is not sent. */
  const send = (text: string, onSent: () => void = () => undefined): void => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= unreadAtMost) {
      socket.send(text, onSent);
      return;
    }
    socket.close(goodbye.tryLater, 'too slow a reader');
    onSent();
  };

  const sever = (error: ServiceError): void => {
    send(errorText(error, null, options.limitStyle));
    socket.close(goodbye.policy, error.kind);
  };

  const subscriptions = openSubscriptions({
    urls: ethereum.socketUrls,
    chainId: ethereum.chainId,
    onEvent: (text, subscribed) => {
      eventsWaiting += 1;
      if (eventsWaiting > eventsAtMost) {
        socket.close(goodbye.tryLater, 'too many events');
        return;
      }
      const budget = budgets.of(key, socket);
      try {
        budget.reserve(text.length);
      } catch (error) {
        return sever(asServiceError(error));
      }
      // In order, one at a time.
      events = events
        .then(async () => {
          if (socket.readyState !== socket.OPEN) return budget.close();
          const charge = meter.begin(await authorize());
          await meter.spend(charge, prices.ofEvent(subscribed));
          await meter.settle(charge, charge.credits);
          send(text, budget.close);
        })
        .catch((error) => {
          budget.close();
          sever(asServiceError(error));
        })
        .finally(() => {
          eventsWaiting -= 1;
        });
    },
    onLost: () => socket.close(goodbye.restart, 'the node is gone'),
  });

  const runIn =
    (budget: MemoryBudget, answered: () => Promise<void>) =>
    (call: Call): Promise<string> => {
      if (!isAllowedMethod(options.rules, caller, call.method)) fail('forbidden');
      // Its events follow the response with its id; a batch sends that at its end.
      if (call.method === 'eth_subscribe') events = events.then(answered);
      return call.method === 'eth_subscribe' || call.method === 'eth_unsubscribe'
        ? subscriptions.call(call)
        : fairQueue(key, call, () => ethereum.call({ ...call, request }, budget));
    };

  const answer = async (data: RawData, answered: () => Promise<void>): Promise<void> => {
    const budget = budgets.of(key, socket);
    try {
      const charge = meter.begin(await authorize());
      const text = data.toString();
      const asked = new Promise<string>((resolve) => {
        budget.reserve(text.length);
        resolve(text);
      });
      const { body, bodyById = body } = await answerCalls(charge, asked, runIn(budget, answered));
      if (bodyById === '') budget.close();
      else send(bodyById, budget.close);
    } catch (error) {
      budget.close();
      sever(asServiceError(error));
    }
  };

  watchPartialMessages(socket, {
    connection,
    budget: budgets.of(key, socket),
    wholeMs: options.limits.bodyMs,
    end: (error) => {
      sever(asServiceError(error));
      socket.pause();
      setTimeout(() => socket.terminate(), lingerMs).unref();
    },
  });
  socket.on('message', (data: RawData) => {
    isAlive = true;
    const work: Promise<void> = answer(data, () => work).finally(() => {
      running.delete(work);
      if (socket.isPaused) socket.resume();
    });
    running.add(work);
    if (running.size >= callsAtOnce) socket.pause();
  });
  /** The latest ping received while a pong is being sent; one pong answers them all. */
  let pinged: Buffer | undefined;
  let isPonging = false;
  const pong = (): void => {
    const data = pinged;
    if (isPonging || data === undefined) return;
    [pinged, isPonging] = [undefined, true];
    socket.pong(data, false, () => {
      isPonging = false;
      pong();
    });
  };
  socket.on('ping', (data) => {
    pinged = data;
    pong();
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // Every error is followed by a close.
  socket.on('error', () => undefined);
  const hasEnded = budgets.mayEnd(key, socket, {
    unread: () => socket.bufferedAmount,
    end: () => socket.terminate(),
  });
  socket.on('close', () => {
    hasEnded();
    subscriptions.close();
  });

  return {
    beat: () => {
      subscriptions.beat();
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    },
    finish: async (waitMs) => {
      socket.pause();
      await withTimeout(waitMs, Promise.all(running), undefined);
      socket.resume();
      socket.close(goodbye.away, 'the service ends');
    },
  };
};
