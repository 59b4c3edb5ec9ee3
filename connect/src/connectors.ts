import { appearance } from './appearance';

type ConnectorOptions = {
  readonly options: { readonly id: string; readonly name: string; readonly icon: string };
};

/**
 * The connectors of starknet-react's `StarknetConfig` and `useInjectedConnectors({ recommended })`.
 * Named ones exist in the first turn, in which alone `autoConnect` reconnects. Make the list outside of
 * components, and call `showModule` before the page mounts.
 *
 * @example
 * const recommended = toConnectors(InjectedConnector);
 */
export function toConnectors<C>(InjectedConnector: new (options: ConnectorOptions) => C): C[] {
  const { id, name, icon } = appearance;
  return [new InjectedConnector({ options: { id, name, icon } })];
}
