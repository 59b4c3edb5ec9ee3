import type { Attack } from './attack';
import { callers } from './cases/callers';
import { kubo } from './cases/kubo';
import { nodes } from './cases/nodes';
import { places } from './cases/places';

/** Sections 1 and 2 of the audit of the service: nobody's word counts for others. */
export const attacks: readonly Attack[] = [...callers, ...places, ...nodes, ...kubo];
