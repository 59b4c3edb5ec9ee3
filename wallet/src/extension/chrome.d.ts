// The parts of the browser's extension interface that this wallet uses.
type ChromeSender = { id?: string; origin?: string; url?: string; tab?: { id: number } };

type ChromePort = {
  name: string;
  sender?: ChromeSender;
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
};

type ChromeContext = { windowId: number; documentUrl?: string };

declare const chrome: {
  runtime: {
    id: string;
    getURL(path: string): string;
    connect(options: { name: string }): ChromePort;
    sendMessage(message: unknown): Promise<unknown>;
    getContexts(filter: { contextTypes: string[] }): Promise<ChromeContext[]>;
    onConnect: { addListener(listener: (port: ChromePort) => void): void };
    onInstalled: { addListener(listener: () => void): void };
    onStartup: { addListener(listener: () => void): void };
    onMessage: {
      addListener(
        listener: (
          message: unknown,
          sender: ChromeSender,
          reply: (answer: unknown) => void,
        ) => boolean | undefined,
      ): void;
    };
  };
  offscreen: {
    createDocument(options: {
      url: string;
      reasons: string[];
      justification: string;
    }): Promise<void>;
  };
  windows: {
    create(options: {
      url: string;
      type: 'popup';
      width: number;
      height: number;
    }): Promise<unknown>;
    getCurrent(): Promise<{ id: number; type: string }>;
    update(
      id: number,
      change: { focused?: boolean; width?: number; height?: number },
    ): Promise<unknown>;
  };
};

declare module 'process/browser.js' {
  const process: NodeJS.Process;
  export default process;
}
