// Any function: the arguments and the result depend on the action.
type Handler = (...args: never[]) => unknown;

/** Messages between the vendor's controllers and what this wallet has in place of others. */
export type Bus = {
  /** A messenger for one controller, which may call the given actions of others. */
  child<Typed>(namespace: string, actions?: string[], events?: string[]): Typed;
  /** Handles an action of a controller that this wallet lacks. */
  answer(action: `${string}:${string}`, handler: Handler): void;
  /** Reserves the name of a controller that this wallet lacks but others listen to. */
  reserve(namespace: string): void;
  /** Returns a publisher of an event without payload for such a controller. */
  publisher(event: `${string}:${string}`): () => void;
  call(action: `${string}:${string}`, ...args: unknown[]): unknown;
  subscribe(event: `${string}:${string}`, handler: (...payload: unknown[]) => void): void;
};
