// In place of Node's "module", of which a vendor's package reads this list to refuse such names.
export const builtinModules: readonly string[] = [];
