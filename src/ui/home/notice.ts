import type { Label } from '../review/facts';

/** What the module's page says about what was just done there. */
export type Notice = { severity: 'info' | 'warning' | 'danger'; title: Label; text: Label };
