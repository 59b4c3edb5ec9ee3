import type { ExecutionServiceArgs, SandboxService } from '#vendor';
import type { DurableFile } from './durable';
import type { ReadBuild } from './location';

/** What differs between the shells of the wallet: a program in Node, and a browser's extension. */
export type Platform = {
  /** Opens one of the wallet's files. */
  file(name: string): DurableFile;
  readBuild: ReadBuild;
  createSandbox(options: ExecutionServiceArgs): Sandbox;
};

export type Sandbox = {
  service: SandboxService<unknown>;
  /** Prevents any further start of the module; resolves when none is under way. */
  close(): Promise<void>;
};
