/**
 * Every process of the runner loads this file. A test that fails tells its values to the first
 * process as JSON, which knows no bigint: without this the whole file would be said to fail, by no
 * test, and for no reason but that.
 */
BigInt.prototype.toJSON = function toJSON() {
  return `${this}n`;
};

/**
 * Some packages ship ES modules alone and say so in their `exports`, where the runner looks for
 * CommonJS: they are found under the condition `import` then, and transformed.
 */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const conditions = ['import', ...(options.conditions ?? [])];
    try {
      return options.defaultResolver(request, { ...options, conditions });
    } catch {
      throw error;
    }
  }
};
