import type { ExecutionServiceArgs, SandboxService } from '#vendor';
import type { OpenFile } from '../persistence/durable';
import type { Faults } from './faults';
import type { ReadBuild } from './location';

/** Differences between the shells of the wallet: a program in Node, and a browser's extension. */
export type Platform = {
  file: OpenFile;
  readBuild: ReadBuild;
  createSandbox(options: ExecutionServiceArgs, link: SandboxLink): Sandbox;
};

/** A sandbox's report of a request over HTTP: its start, then its end by the same id. */
export type FetchEvent =
  | { id: number; verb: string; host: string; about: string | null; size: number }
  /** `status` is null if there was no answer, `size` NaN if the server does not say it. */
  | { id: number; status: number | null; size: number };

/** Between the wallet and its module's sandboxes. */
export type SandboxLink = {
  /** For each sandbox: what notes its requests. */
  watch(): (event: FetchEvent) => void;
  faults: Pick<Faults, 'names' | 'follow'>;
};

export type Sandbox = {
  service: SandboxService<unknown>;
  /** Prevents any further start of the module; resolves when none is under way. */
  close(): Promise<void>;
};
