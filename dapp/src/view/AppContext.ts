import { createContext, useContext } from 'react';
import type { App } from '../app';

const Context = createContext<App | null>(null);
export const AppProvider = Context.Provider;

export function useApp(): App {
  const app = useContext(Context);
  if (!app) throw new Error('AppProvider is missing above this view.');
  return app;
}
