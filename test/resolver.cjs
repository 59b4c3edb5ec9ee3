/**
 * Every process of the runner loads this file. Failing tests report their values to the parent
 * process as JSON, which has no bigint: without this, the whole file would be reported as failed,
 * without a test or a reason.
 */
BigInt.prototype.toJSON = function toJSON() {
  return `${this}n`;
};

/**
 * Some packages ship only ES modules and say so in `exports`, where the runner looks for CommonJS:
 * they are resolved under the condition `import`, then transformed.
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
