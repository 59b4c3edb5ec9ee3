import type { SnapId } from '#vendor';

/** The one module this wallet runs; its id does not depend on where its build lies. */
export const moduleId = 'npm:@xnet/module' as SnapId; // a branded string: the brand cannot be written otherwise
