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
