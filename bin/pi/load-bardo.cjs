// In a file that Node itself loads, so that it is Node's import and not that of Pi's loader.
module.exports = async () => {
  await import('../../tools/core/strip-types.mjs')
  return import('./bardo.ts')
}
