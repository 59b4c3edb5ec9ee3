import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { asServiceError, fail } from '../../errors';
import { createBeat } from '../../heartbeat';
import type { MemoryBudget } from '../../memoryBudget';
import { type Caller, isAllowedMethod } from '../../meter/rules';
import type { ApiKey } from '../../stores/apiKey';
import type { Soon } from '../../stores/store';
import type { Call } from '../../upstream/call';
import { openSubscriptions } from '../../upstream/subscriptions';
import { withTimeout } from '../../withTimeout';
import type { Chain } from '../chains';
import { type Connections, lingerMs } from '../connections';
import type { Context } from '../context';
import { errorText } from '../limitBody';
import { watchPartialMessages } from './partialMessages';

export type OpenSocket = ReturnType<typeof serveSocket>;

/** Concurrent calls per socket; at the limit the socket is not read until one is done. */
const callsAtOnce = 64;
/** A client that does not read its responses or events is disconnected. */
const unreadAtMost = 16 * 1024 * 1024;
const eventsAtMost = 1_000;

export const goodbye = { away: 1001, policy: 1008, restart: 1012, tryLater: 1013 } as const;

/** One pong answers all pings that come while it is being sent. */
const answerPings = (socket: WebSocket): void => {
  let pinged: Buffer | undefined;
  let isPonging = false;
  const pong = (): void => {
    const latest = pinged;
    if (isPonging || latest === undefined) return;
    [pinged, isPonging] = [undefined, true];
    socket.pong(latest, false, () => {
      isPonging = false;
      pong();
    });
  };
  socket.on('ping', (payload) => {
    pinged = payload;
    pong();
  });
};

type Served = {
  socket: WebSocket;
  context: Context;
  caller: Caller;
  authorize: () => Soon<ApiKey>;
};

/** Sends to a caller that reads. */
const createSender = ({ socket }: Served) => {
  /** `onSent` is called once, even if the text is not sent. */
  const send = (text: string, onSent: () => void = () => undefined): void => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount <= unreadAtMost) {
      socket.send(text, onSent);
      return;
    }
    socket.close(goodbye.tryLater, 'too slow a reader');
    onSent();
  };
  return {
    send,
    sever: (thrown: unknown): void => {
      const error = asServiceError(thrown);
      send(errorText(error, null));
      socket.close(goodbye.policy, error.kind);
    },
  };
};
type Sender = ReturnType<typeof createSender>;

/** Charges and sends events in order, one at a time. */
const createEvents = ({ socket, context, caller, authorize }: Served, { send, sever }: Sender) => {
  const { budgets, meter, prices } = context;
  let last = Promise.resolve();
  let waiting = 0;
  return {
    /** Later events wait for this. */
    waitFor: (work: () => Promise<void>): void => {
      last = last.then(work);
    },
    add: (text: string, subscribed: string): void => {
      waiting += 1;
      if (waiting > eventsAtMost) {
        socket.close(goodbye.tryLater, 'too many events');
        return;
      }
      const budget = budgets.of(caller.key, socket);
      try {
        budget.reserve(text.length);
      } catch (error) {
        sever(error);
        return;
      }
      last = last
        .then(async () => {
          if (socket.readyState !== socket.OPEN) return budget.close();
          const charge = meter.begin(await authorize());
          await meter.spend(charge, prices.ofEvent(subscribed));
          await meter.settle(charge, charge.credits);
          send(text, budget.close);
        })
        .catch((error) => {
          budget.close();
          sever(error);
        })
        .finally(() => {
          waiting -= 1;
        });
    },
  };
};

/** Answers a message. `answered`: when its response has been sent. */
const createAnswering = (
  { socket, context, caller, authorize }: Served,
  { send, sever }: Sender,
  run: (call: Call, budget: MemoryBudget, answered: () => Promise<void>) => Soon<string>,
) => {
  const { answerCalls, budgets, meter, options } = context;
  return async (message: RawData, answered: () => Promise<void>): Promise<void> => {
    const budget = budgets.of(caller.key, socket);
    try {
      const charge = meter.begin(await authorize());
      const read = (): string => {
        const text = message.toString();
        budget.reserve(text.length);
        return text;
      };
      const answer = await answerCalls(charge, read, (call) => {
        if (!isAllowedMethod(options.rules, caller, call.method)) fail('forbidden');
        return run(call, budget, answered);
      });
      const { body, bodyById = body } = answer;
      if (bodyById === '') budget.close();
      else send(bodyById, budget.close);
    } catch (error) {
      budget.close();
      sever(error);
    }
  };
};

/** Tells that the connection is in use, and that it is not any more. */
type Use = ReturnType<Connections['upgrade']>;

/** Answers messages as they come, a limited number at once. */
const readMessages = (
  socket: WebSocket,
  parts: { answer: ReturnType<typeof createAnswering>; running: Set<Promise<void>>; use: Use },
): void => {
  const { answer, running, use } = parts;
  socket.on('message', (message: RawData) => {
    const work: Promise<void> = answer(message, () => work).finally(() => {
      running.delete(work);
      if (running.size === 0) use.release();
      if (socket.isPaused) socket.resume();
    });
    running.add(work);
    use.begin();
    if (running.size >= callsAtOnce) socket.pause();
  });
};

export const serveSocket = (
  parts: Served,
  connection: Duplex,
  { chain, request, use }: { chain: Chain; request: string; use: Use },
) => {
  const { socket, context, caller } = parts;
  const { options, budgets } = context;
  const { ethereum, fairQueue } = chain;
  const running = new Set<Promise<void>>();
  const beat = createBeat(socket);
  const sender = createSender(parts);
  const events = createEvents(parts, sender);
  const subscriptions = openSubscriptions({
    urls: ethereum.socketUrls,
    chainId: ethereum.chainId,
    onEvent: (...event) => {
      events.add(...event);
      if (running.size === 0) use.release();
    },
    onLost: () => socket.close(goodbye.restart, 'the node is gone'),
  });
  const answer = createAnswering(parts, sender, (call, budget, answered) => {
    // Its events follow the response with its id; a batch sends that at its end.
    if (call.method === 'eth_subscribe') events.waitFor(answered);
    if (call.method === 'eth_subscribe' || call.method === 'eth_unsubscribe')
      return subscriptions.call(call);
    return fairQueue(caller.key, call, () => ethereum.call({ ...call, request }, budget));
  });

  watchPartialMessages(socket, {
    connection,
    budget: budgets.of(caller.key, socket),
    wholeMs: options.limits.bodyMs,
    end: (error) => {
      sender.sever(error);
      socket.pause();
      setTimeout(() => socket.terminate(), lingerMs).unref();
    },
  });
  readMessages(socket, { answer, running, use });
  answerPings(socket);
  // Every error is followed by a close.
  socket.on('error', () => undefined);
  const hasEnded = budgets.mayEnd(caller.key, socket, {
    unread: () => socket.bufferedAmount,
    end: () => socket.terminate(),
  });
  socket.on('close', () => {
    hasEnded();
    subscriptions.close();
  });
  return {
    /** Ends the socket if its caller or its node has shown no sign of life since the last beat. */
    beat: (): void => {
      void subscriptions.beat();
      beat();
    },
    /** Waits for running calls, at most this long, then sends a close frame. */
    finish: async (waitMs: number): Promise<void> => {
      socket.pause();
      await withTimeout(waitMs, Promise.all(running), undefined);
      socket.resume();
      socket.close(goodbye.away, 'the service ends');
    },
  };
};
