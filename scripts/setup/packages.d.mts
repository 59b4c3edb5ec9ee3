/** True if the folder's node_modules matches its lockfile. */
export const arePackagesInstalled: (folder: string) => boolean;
