import { type ActionConstraint, type EventConstraint, Messenger } from '#vendor';
import type { Bus } from '../bus';

type Root = Messenger<string, ActionConstraint, EventConstraint>;
export function createBus(): Bus {
  const root: Root = new Messenger({ namespace: 'Root' });
  const reserved = new Map<string, Messenger<string, ActionConstraint, EventConstraint, Root>>();

  function create(namespace: string) {
    return new Messenger<string, ActionConstraint, EventConstraint, Root>({
      namespace,
      parent: root,
    });
  }
  function reserve(namespace: string) {
    const reservation = reserved.get(namespace);
    if (reservation) return reservation;
    const messenger = create(namespace);
    reserved.set(namespace, messenger);
    return messenger;
  }

  return {
    child<Typed>(namespace: string, actions: string[] = [], events: string[] = []) {
      const messenger = create(namespace);
      root.delegate({
        messenger,
        actions: actions as ActionConstraint['type'][], // plain text made template text
        events: events as EventConstraint['type'][], // plain text made template text
      });
      return messenger as Typed; // each controller types its messenger by its own exact list
    },
    answer(action, handler) {
      const [namespace = ''] = action.split(':');
      reserve(namespace).registerActionHandler(action, handler);
    },
    reserve(namespace) {
      reserve(namespace);
    },
    publisher(event) {
      const [namespace = ''] = event.split(':');
      return () => reserve(namespace).publish(event);
    },
    call(action, ...args) {
      return root.call(action, ...(args as never)); // the parameters depend on the action
    },
    subscribe(event, handler) {
      root.subscribe(event, handler);
    },
  };
}
