/** True when the folder's node_modules holds what its lockfile says. */
export const arePackagesInstalled: (folder: string) => boolean;
