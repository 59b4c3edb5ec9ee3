import type { SnapId } from '#vendor';

/**
 * The one module this wallet runs. The extension's build replaces the variable where it is told to
 * take the module from an address, as `local:http://localhost:8080`.
 */
export const moduleId = (process.env.XNET_MODULE_ID ?? 'npm:@xnet/module') as SnapId; // a branded string: the brand cannot be written otherwise

/** Address at which the module is served, if each connection takes it from there anew; else null. */
export const moduleAddress = moduleId.startsWith('local:') ? moduleId.slice('local:'.length) : null;
