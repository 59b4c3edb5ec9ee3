import type { Attack } from './attack';
import { callers } from './cases/callers';
import { kubo } from './cases/kubo';
import { nodes } from './cases/nodes';

/** Sections 1 and 2 of the audit of the service: nobody's word counts for others. */
export const attacks: readonly Attack[] = [...callers, ...nodes, ...kubo];
